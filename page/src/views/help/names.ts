import { cellIndex, cellName, gridCells, placeOf, type Extent } from '../../element/cells';
import type { House } from '../../element/houses';
import { settings } from '../../shell/settings';
import { t } from '../../words';

/** The letters of rows, as the board labels them. */
const ROWS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** The name of a cell as the person wants it: `r3c4` or `C4`. */
export function spokenCell(cell: number, grid: Extent): string {
  const [row, column] = placeOf(grid, cell);
  const isNamed = settings.value.coordinates === 'chess' && cell < gridCells(grid) && row < ROWS.length;
  return isNamed ? `${ROWS[row]}${column + 1}` : cellName(cell, grid);
}

/** Names of cells of the library as the person wants them. */
export function spokenCells(names: readonly string[], grid: Extent): string {
  const spoken = names.map((name) => {
    const cell = cellIndex(name, grid);
    return cell === undefined ? name : spokenCell(cell, grid);
  });
  return spoken.join(', ');
}

/** The name of a constraint of the library: a house in the language of the page, else the text of its rule. */
export function constraintName(name: string): string {
  const { houses } = t().help;
  const [, kind, number] = /^([a-z]+) (\d+)$/.exec(name) ?? [];
  return kind !== undefined && kind in houses ? houses[kind as House['kind']](Number(number)) : name;
}
