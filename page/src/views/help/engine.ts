import { engine } from '../../engine';
import type { HelpEngine } from './wire';

let current: HelpEngine = engine;

/** Uses another engine, as tests do. */
export function useEngine(other: HelpEngine): void {
  current = other;
}

/** The engine that help asks. */
export const helpEngine = (): HelpEngine => current;
