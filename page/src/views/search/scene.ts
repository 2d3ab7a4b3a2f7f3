import type { CellState, Layers, PictureMark, Tint } from '../../element/types';
import { cellIndex, cellName, type Extent } from '../../element/cells';
import type { TraceEvent } from '../../engine';
import { cellsIn, digitsOf, isSingle, type Moment } from './timeline';

/** Houses that the board can draw by name. Other constraints are drawn by their cells. */
const HOUSE = /^(row|column|box|region|diagonal|window) \d+$/;

export function scene(
  grid: Extent,
  givens: readonly number[],
  moment: Moment,
  event: TraceEvent | undefined,
  isHeat = false,
) {
  const domains = Array.from(moment.domains, digitsOf);
  const shown = event?.event === 'narrowed' ? cellIndex(event.cell, grid) : undefined;
  const state = domains.map((digits, cell): CellState => {
    if (givens[cell]) return { digit: givens[cell], given: true };
    return moment.decided[cell] && digits.length === 1 && cell !== shown ? { digit: digits[0] } : {};
  });
  const failures = domains.flatMap((digits, cell) => (digits.length === 0 ? [cellName(cell, grid)] : []));
  const tints: Tint[] = [];
  const marks: PictureMark[] = [];
  // A value without an alternative is not a guess.
  const guesses = moment.guesses
    .filter(({ cell, domains }) => cell >= 0 && !givens[cell] && !isSingle(domains[cell]))
    .map(({ cell }) => cell);
  if (guesses.length > 0) tints.push({ cells: guesses.map((cell) => cellName(cell, grid)), role: 'warn' });
  if (event?.event === 'narrowed' && shown !== undefined) {
    if (!givens[shown]) domains[shown] = [...event.left, ...event.removed].toSorted((a, b) => a - b);
    const { cell } = event;
    marks.push(...event.removed.map((digit) => ({ cell, digit, role: 'eliminated' })));
    if (event.decides) marks.push(...event.left.map((digit) => ({ cell, digit, role: 'placed' })));
    tints.push({ cells: [cell], role: event.decides || event.reason === 'hidden-single' ? 'good' : 'changed' });
    if (event.because?.length) tints.push({ cells: event.because, role: 'focus' });
  } else if (event && 'cell' in event && event.cell !== undefined) {
    const role = event.event === 'contradiction' || event.event === 'backtrack' ? 'bad' : 'focus';
    tints.push({ cells: [event.cell], role });
    if (event.event === 'guess') marks.push({ cell: event.cell, digit: event.digit, role: 'placed' });
    const isRemoved = event.event === 'backtrack' || event.event === 'exclude';
    if (isRemoved && domains[cellIndex(event.cell, grid) ?? -1]?.includes(event.digit))
      marks.push({ cell: event.cell, digit: event.digit, role: 'eliminated' });
  }
  if (event?.event === 'conflict') tints.push({ cells: event.literals.map(({ cell }) => cell), role: 'bad' });
  if (event?.event === 'learned') tints.push({ cells: event.clause.map(({ cell }) => cell), role: 'focus' });
  // The fewer candidates, the darker.
  const { size } = typeof grid === 'number' ? { size: grid } : grid;
  const shares = isHeat ? domains.map((digits) => Array<number>(size).fill(heat(digits.length, size))) : undefined;
  const layers: Layers = { domains, shares, failures, tints, picture: { marks, ...constraint(event) } };
  return { state, layers };
}

/** How dark a candidate of a cell with so few candidates is, from 0 to 1. */
const heat = (candidates: number, size: number): number =>
  size < 2 || candidates === 0 ? 0 : 0.9 * (1 - (candidates - 1) / (size - 1));

/** The house of an inference, or the cells of another constraint. */
function constraint(event: TraceEvent | undefined) {
  if (event?.event !== 'narrowed' && event?.event !== 'contradiction') return {};
  const name = event.house ?? event.constraint;
  if (name === undefined) return {};
  if (HOUSE.test(name)) return { houses: [{ house: name, role: 'pattern' }] };
  const cells = cellsIn(name);
  return cells.length > 0 ? { groups: [{ role: 'line', number: 1, cells }] } : {};
}
