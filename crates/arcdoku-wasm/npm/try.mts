// Uses the installed package in Node. `cargo xtask npm` compiles and runs this file.
import { ask } from 'arcdoku';

const [made] = ask('generate', { seed: '1' }).rows;
if (!made) {
  throw new Error('no puzzle was generated');
}
const { solution } = ask('solve', { puzzle: made.puzzle });
if (solution !== made.solution) {
  throw new Error(`${made.puzzle} has the solution ${made.solution}, not ${solution}`);
}
