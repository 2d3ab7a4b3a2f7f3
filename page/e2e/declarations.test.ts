import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const USE = `import { ArcSudoku, cellName, edited, type Action } from './arc-sudoku';
const board = document.querySelector('arc-sudoku');
if (board) {
  board.layers = { tints: [{ cells: [cellName(0, 9)], role: 'focus' }] };
  board.addEventListener('arc-input', (event) => {
    const action: Action = event.detail;
    if (action.kind === 'digit') board.state = edited(board.state, action);
  });
}
export const fresh: HTMLElement = new ArcSudoku();
// @ts-expect-error There is no such mode.
if (board) board.mode = 'pencil';
`;

test('the types of the board need no other package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arc-sudoku-'));
  try {
    copyFileSync('dist/element/arc-sudoku.d.ts', join(folder, 'arc-sudoku.d.ts'));
    writeFileSync(join(folder, 'use.ts'), USE);
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'es2022'];
    const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
    const run = () =>
      execFileSync(
        process.execPath,
        [tsc, '--ignoreConfig', ...options, '--moduleResolution', 'bundler', join(folder, 'use.ts')],
        {
          encoding: 'utf8',
        },
      );
    expect(run()).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
