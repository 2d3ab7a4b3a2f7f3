/** Traces of 4x4 puzzles for tests, from the built module. */
import { readFileSync } from 'node:fs';

import { usualShape } from '../../element/rules';
import * as library from '../../../pkg/arcdoku';
import type { TraceEvent } from '../../engine';
import { Timeline } from './timeline';
import { SearchTree } from './tree';

const TRACES = {
  several: ['1......2..3.....', 'var=mrv,inference=forward,branch=d-way', true],
  restarts: ['...4.....2...1..', 'var=first,inference=forward,branch=d-way,restarts=1', false],
  refute: ['...4.....2...1..', 'var=mrv,inference=singles,branch=refute', true],
  learning: ['......3..4......', 'learning,seed=5026', false],
} as const;

library.initSync({ module: readFileSync(new URL('../../../pkg/arcdoku_bg.wasm', import.meta.url)) });

export function traced(name: keyof typeof TRACES): TraceEvent[] {
  const [puzzle, strategy, unique] = TRACES[name];
  return library.ask('trace', { puzzle, strategy, unique, candidates: true }).events;
}

/** A timeline without events, at the puzzle of a search. */
export const begun = (name: keyof typeof TRACES): Timeline =>
  new Timeline(
    usualShape(4),
    [...TRACES[name][0]].map((sign) => Number(sign) || 0),
  );

/** A trace in the form that the view uses. */
export function lane(name: keyof typeof TRACES): { timeline: Timeline; tree: SearchTree; events: TraceEvent[] } {
  const events = traced(name);
  const timeline = begun(name);
  timeline.push(events);
  const tree = new SearchTree();
  tree.push(events);
  return { timeline, tree, events };
}
