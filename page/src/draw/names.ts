import { cellName, chessNames, type Extent } from '../element/cells';
import { settings } from '../shell/settings';
import { t } from '../words';

/** A text of the library with the names of cells as the settings require: `r3c4` or `C4`. */
export const spoken = (text: string): string => (settings.value.coordinates === 'chess' ? chessNames(text) : text);

export const spokenCell = (cell: number, grid: Extent): string => spoken(cellName(cell, grid));

/** The name of a constraint: a house in the language of the page, or else the text of its rule. */
export const constraintName = (name: string): string => (/^[a-z ]+ \d+$/.test(name) ? t().search.house(name) : name);
