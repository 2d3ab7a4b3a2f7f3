import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The exports of the module other than types, and the name of the element. */
const REST = `
/** The class of the element \`<arc-sudoku>\`. */
export declare const ArcSudoku: { new (): ArcSudokuElement; readonly prototype: ArcSudokuElement };
export type ArcSudoku = ArcSudokuElement;

/** The name of a cell, such as \`r3c4\`. */
export declare function cellName(cell: number, size: number): string;
/** The number of the cell with a name; undefined if it is not in the grid. */
export declare function cellIndex(name: string, size: number): number | undefined;
/** The state after a requested change. With \`peers\`, a digit is removed from the marks of its peers. */
export declare function edited(
  state: readonly CellState[],
  edit: Edit,
  options?: { readonly peers?: readonly (readonly number[])[] },
): readonly CellState[];

declare global {
  interface HTMLElementTagNameMap {
    'arc-sudoku': ArcSudokuElement;
  }
  interface HTMLElementEventMap extends ArcSudokuEvents {}
}
`;

/** Writes the types of the board as a single file next to its module. */
export function declarations(): Plugin {
  let root = '.';
  return {
    name: 'declarations',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    closeBundle() {
      const parts = ['types.ts', 'public.ts'].map((file) => readFileSync(join(root, 'src/element', file), 'utf8'));
      const text = parts.map((part) => part.replace(/^import .*\n+/gm, ''));
      writeFileSync(join(root, 'dist/element/arc-sudoku.d.ts'), `${text.join('\n')}${REST}`);
    },
  };
}
