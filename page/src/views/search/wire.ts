/** The library's types of a search that is watched. */
export type { Counters, TraceEvent, TraceLine } from '../../engine';
