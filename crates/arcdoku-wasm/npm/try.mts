// Uses the installed package in Node: `cargo xtask npm` compiles and runs this.
import { generate, solve } from 'arcdoku';
import * as solver from 'arcdoku/solver';

const [made] = generate({ seed: '1' }).rows;
if (!made) {
  throw new Error('no puzzle was generated');
}
for (const answer of [solve({ puzzle: made.puzzle }), solver.solve({ puzzle: made.puzzle })]) {
  if (answer.solution !== made.solution) {
    throw new Error(`${made.puzzle} has the solution ${made.solution}, not ${answer.solution}`);
  }
}
