import { engine, type Engine } from '../../engine';

/** The engine, as far as help needs it. Tests have their own. */
export type HelpEngine = Pick<Engine, 'ask' | 'run'>;

let current: HelpEngine = engine;

/** Uses another engine, as tests do. */
export function useEngine(other: HelpEngine): void {
  current = other;
}

/** The engine that help asks. */
export const helpEngine = (): HelpEngine => current;
