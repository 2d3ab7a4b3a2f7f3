// Uses the installed package as a page does. `cargo xtask npm` compiles and runs this file.
import { ArcSudoku, cellName } from 'arc-sudoku';

const board: ArcSudoku = document.createElement('arc-sudoku');
board.setAttribute('puzzle', '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79');
document.body.append(board);
await new Promise((done) => setTimeout(done));

const clues = board.state.filter(({ given }) => given).length;
if (!(board instanceof ArcSudoku) || clues !== 30 || cellName(30, 9) !== 'r4c4' || !board.toSVG().startsWith('<svg')) {
  throw new Error(`unexpected board: ${clues} clues`);
}
