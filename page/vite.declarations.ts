import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the module exports besides types, and the element's name. */
const REST = `
/** The class of the element \`<arc-sudoku>\`. */
export declare const ArcSudoku: { new (): ArcSudokuElement; readonly prototype: ArcSudokuElement };
export type ArcSudoku = ArcSudokuElement;

/** The name of a cell, such as \`r3c4\`. */
export declare function cellName(cell: number, size: number): string;
/** The number of a named cell; undefined if the grid has none of that name. */
export declare function cellIndex(name: string, size: number): number | undefined;
/** The state after a change that a person asks for. With \`peers\`, a digit takes marks from its peers. */
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

/** Writes the types of the board alone beside it: one file that needs no other. */
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
