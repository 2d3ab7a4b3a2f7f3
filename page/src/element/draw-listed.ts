import { columnsOf, placeOf, rowsOf, type Extent } from './cells';
import { corner, diamond, middle, n, outline, polyline, SIDE, squares, type Point } from './geometry';
import { windowsOf, type Layout } from './houses';
import { colorOf, formOf, huesOf, isUndrawn, kindNamed, mannerOf, type Manner, type Listed, type Rule } from './rules';
import type { Shape } from './types';

/** A piece of a drawing: a path, or a text at a point. The name is its CSS class. */
export type Item =
  { readonly name: string; readonly d: string } | { readonly name: string; readonly at: Point; readonly text: string };

/** An entry of the list of rules below the board: rules of one kind with the same text. */
export interface RuleEntry {
  readonly name: string;
  /** Text that is not on the board. */
  readonly words: string;
  /** Letters that distinguish drawings that look the same, and drawings that differ only in color. */
  readonly tags: readonly string[];
  readonly hues: readonly string[];
  readonly color: string;
  /** Whether the board shows a drawing of the rules. */
  readonly drawn: boolean;
}

/** The drawing of a board's rules. */
export interface Drawing {
  /** Below the lines of the grid. */
  readonly below: readonly Item[];
  /** Above the lines of the grid. */
  readonly above: readonly Item[];
  /** Above the digits. */
  readonly marks: readonly Item[];
  /** Space for clues: `lead` at the top and the left, `tail` at the bottom and the right. */
  readonly lead: number;
  readonly tail: number;
  readonly entries: readonly RuleEntry[];
  /** Cells with a text in their upper left corner. */
  readonly labeled: ReadonlySet<number>;
}

const drawings = new WeakMap<Layout, Drawing>();

export function drawingOf(layout: Layout): Drawing {
  let drawing = drawings.get(layout);
  if (!drawing) drawings.set(layout, (drawing = new Canvas(layout).draw()));
  return drawing;
}

/** The distance of the first clue from the grid, and of two clues before the same cell. */
const [FIRST, LEVEL] = [18, 30];

const circle = ([x, y]: Point, r: number) =>
  `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
const square = ([x, y]: Point, half: number) => `M${n(x - half)} ${n(y - half)}h${2 * half}v${2 * half}h${-2 * half}Z`;

/** The head of an arrow that ends at a point. */
function head([fromX, fromY]: Point, [x, y]: Point): string {
  const [dx, dy] = [x - fromX, y - fromY];
  const by = 9 / Math.max(Math.hypot(dx, dy), 0.1);
  const [a, b] = [dx * by, dy * by];
  return polyline([
    [x - a + b, y - b - a],
    [x, y],
    [x - a - b, y - b + a],
  ]);
}

/** The point at a distance from the first point, in the direction of the second. */
function toward([x, y]: Point, [toX, toY]: Point, by: number): Point {
  const part = by / Math.max(Math.hypot(toX - x, toY - y), by);
  return [x + (toX - x) * part, y + (toY - y) * part];
}

/** The corners of the grid that a diagonal joins; undefined if the cells are not a diagonal of a square grid. */
export function diagonalOf(grid: Extent, cells: readonly number[]): readonly Point[] | undefined {
  const [high, wide] = [rowsOf(grid), columnsOf(grid)];
  const places = new Set(cells);
  if (high !== wide || places.size !== wide) return undefined;
  const isOn = (at: (row: number) => number) =>
    Array.from({ length: high }, (_, row) => row).every((row) => places.has(row * wide + at(row)));
  if (isOn((row) => row))
    return [
      [0, 0],
      [wide * SIDE, high * SIDE],
    ];
  return isOn((row) => wide - 1 - row)
    ? [
        [wide * SIDE, 0],
        [0, high * SIDE],
      ]
    : undefined;
}

/** `A`, `B`, ..., `Z`, `AA`. */
const letters = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letters(Math.floor(at / 26) - 1) + letters(at % 26);

/** The label of a rule on the board; undefined if it is too long. */
function labelOf({ words }: Listed, { what, label }: Manner): string | undefined {
  const text = label?.replace('{}', words.join(' '));
  const most = what === 'cage' || what === 'corner' ? 9 : what === 'outside' ? 6 : 4;
  return text && text.length <= most ? text : undefined;
}

interface Part {
  readonly rule: Listed;
  readonly manner: Manner;
  readonly label?: string;
  readonly lists: readonly (readonly number[])[];
  readonly tag?: Tag;
}

/** A letter with its class. */
interface Tag {
  readonly text: string;
  readonly name: 'r-tag' | 'r-tag hue';
}

class Canvas {
  private readonly grid: Shape;
  private readonly below: Item[] = [];
  private readonly above: Item[] = [];
  private readonly marks: Item[] = [];
  private readonly labels = new Map<number, number>();
  private readonly tags = new Map<number, number>();
  private readonly levels = new Map<string, number>();
  private tints = 0;
  private lead = 0;
  private tail = 0;

  constructor(private readonly layout: Layout) {
    this.grid = layout.shape;
  }

  draw(): Drawing {
    this.layout.rules.forEach((rule) => this.own(rule));
    const { parts, entries } = this.parts();
    parts.forEach((part) => this.part(part));
    const { below, above, marks, lead, tail } = this;
    return { below, above, marks, lead, tail, entries, labeled: new Set(this.labels.keys()) };
  }

  /** Draws rules with their own type. */
  private own(rule: Rule): void {
    const { grid } = this;
    switch (rule.kind) {
      case 'windoku':
        this.below.push({
          name: 'window',
          d: windowsOf(grid)
            .map((cells) => squares(grid, cells))
            .join(''),
        });
        break;
      case 'all-different': {
        const ends = diagonalOf(grid, rule.cells);
        if (ends) this.below.push({ name: 'diagonal', d: polyline(ends) });
        else this.above.push({ name: 'r-cage', d: outline(new Set(rule.cells), grid, 5) });
        break;
      }
      case 'diagonals': {
        const [wide, high] = [columnsOf(grid) * SIDE, rowsOf(grid) * SIDE];
        this.below.push({ name: 'diagonal', d: `M0 0L${wide} ${high}M${wide} 0L0 ${high}` });
        break;
      }
      case 'thermo':
        if (rule.cells.length > 0) this.thermo(rule.cells, false);
        break;
      case 'cage':
        if (rule.cells.length === 0) break;
        this.above.push({ name: 'r-cage cage', d: outline(new Set(rule.cells), grid, 5) });
        if (rule.sum !== undefined) this.text(Math.min(...rule.cells), String(rule.sum));
    }
  }

  /** The rules with letters that distinguish equal forms. */
  private parts(): { parts: Part[]; entries: RuleEntry[] } {
    const groups = new Map<string, { name: string; words: string; manner: Manner; form: string; tag?: Tag }>();
    const listed = this.layout.rules.flatMap((rule, number) => {
      const kind = rule.kind === 'listed' ? kindNamed(rule.name) : undefined;
      if (rule.kind !== 'listed' || !kind) return [];
      const manner = mannerOf(kind);
      const label = labelOf(rule, manner);
      const shown = label !== undefined && manner.label?.includes('{}');
      const words = shown ? '' : rule.words.join(' ');
      const apart = rule.lists.map((list) => list.map(({ cell }) => cell));
      const isTogether = manner.options.includes('together');
      const lists = isTogether && manner.what === 'line' && this.areJoined(apart) ? [apart.flat()] : apart;
      // Rules whose lists belong together are groups of their own, unless one line shows that.
      const isApart = isTogether && lists === apart;
      const key = [rule.name, words, isApart ? number : ''].join('\n');
      const form = formOf(manner) + (isApart ? this.shapeOf(lists[0] ?? []) : '');
      if (!groups.has(key)) groups.set(key, { name: rule.name, words, manner, form });
      return [{ rule, manner, label, lists, key }];
    });
    const all = [...groups.values()].map(({ form, manner }) => ({ form, color: huesOf(manner) }));
    // Cages have their own type.
    if (this.layout.rules.some((rule) => rule.kind === 'cage')) all.push({ form: 'cage {}', color: '' });
    let next = 0;
    for (const group of groups.values()) {
      const alike = all.filter(({ form }) => form === group.form);
      if (isUndrawn(group.manner) || alike.length < 2) continue;
      const isSame = alike.filter(({ color }) => color === huesOf(group.manner)).length > 1;
      group.tag = { text: letters(next++), name: isSame ? 'r-tag' : 'r-tag hue' };
    }
    const entries: RuleEntry[] = [];
    for (const { name, words, manner, tag } of groups.values()) {
      const known = entries.findIndex((one) => one.name === name && one.words === words);
      const { tags = [], hues = [] } = entries[known] ?? {};
      const more = (of: Tag['name']) => (tag?.name === of ? [tag.text] : []);
      const letters = { tags: [...tags, ...more('r-tag')], hues: [...hues, ...more('r-tag hue')] };
      const one = { name, words, ...letters, color: colorOf(manner), drawn: !isUndrawn(manner) };
      if (known < 0) entries.push(one);
      else entries[known] = one;
    }
    return { parts: listed.map((part) => ({ ...part, tag: groups.get(part.key)?.tag })), entries };
  }

  /** Whether each list ends next to the first cell of the next list. */
  private areJoined(lists: Part['lists']): boolean {
    return lists.slice(1).every((list, at) => {
      const [[row, column], [r, c]] = [lists[at].at(-1) ?? 0, list[0]].map((cell) => placeOf(this.grid, cell));
      return Math.max(Math.abs(row - r), Math.abs(column - c)) <= 1;
    });
  }

  /** The places of cells relative to the first one, as a text. */
  private shapeOf(cells: readonly number[]): string {
    const sorted = [...cells].sort((a, b) => a - b).map((cell) => placeOf(this.grid, cell));
    return sorted.map(([row, column]) => [row - sorted[0][0], column - sorted[0][1]]).join(' ');
  }

  private middles(cells: readonly number[]): Point[] {
    return cells.map((cell) => middle(this.grid, cell));
  }

  private part(part: Part): void {
    const { manner, lists, label, tag } = part;
    const { what, options } = manner;
    const is = (option: string) => options.includes(option);
    const cells = lists.flat();
    if (cells.length === 0) return;
    switch (what) {
      case 'line':
        this.lines(lists, manner);
        break;
      case 'thermo':
        for (const list of lists) this.thermo(list, is('thin'));
        break;
      case 'arrow':
        this.arrow(part);
        break;
      case 'cage':
        return this.cage(part);
      case 'corner':
        return this.corner(part);
      case 'dot':
      case 'letter':
      case 'sign':
        return lists.forEach((list) => this.between(list, part));
      case 'outside':
        if (this.clue(part)) return;
        this.line(lists[0], 'r-line gray fine');
        this.head(lists[0]);
        break;
      case 'circle':
      case 'square': {
        const name = is('gray') ? 'r-blob' : 'r-ring';
        for (const at of this.middles(cells)) {
          this.below.push({ name, d: what === 'square' ? square(at, 21) : circle(at, 23) });
        }
        break;
      }
      case 'arrows':
        this.arrows(cells, is('outward'));
        this.tinted([cells], manner);
        break;
      case 'cell':
      case 'area':
        this.tinted(lists, manner);
        break;
      default:
        return;
    }
    const each = ['cell', 'circle', 'square', 'arrows'].includes(what) && !is('together');
    lists.forEach((list, at) => {
      for (const cell of each ? list : list.slice(0, 1)) {
        if (tag) this.tag(cell, tag);
        if (label !== undefined && (each || at === 0)) this.text(cell, label);
      }
    });
  }

  /** A text in the upper left corner of a cell, below existing texts. */
  private text(cell: number, text: string): void {
    const count = this.labels.get(cell) ?? 0;
    this.labels.set(cell, count + 1);
    const [x, y] = corner(this.grid, cell);
    this.marks.push({ name: 'r-sum', at: [x + 4, y + 14 + 14 * count], text });
  }

  /** A letter in the lower left corner of a cell, next to existing letters. */
  private tag(cell: number, tag: Tag): void {
    const count = this.tags.get(cell) ?? 0;
    this.tags.set(cell, count + 1);
    const [x, y] = corner(this.grid, cell);
    this.marks.push({ ...tag, at: [x + 5 + 10 * count, y + SIDE - 5] });
  }

  /** A line through cells that begins at a distance from the middle of the first cell. */
  private line(cells: readonly number[], name: string, closed = false, from = 0, to = 0): void {
    const points = this.middles(cells);
    // A line of one cell is a dash.
    const [[x, y]] = points;
    const all: Point[] = points.length > 1 ? points : [[x - 8, y] as Point, [x + 8, y] as Point];
    if (from > 0) all[0] = toward(all[0], all[1], from);
    if (to > 0) all.push(toward(all.pop() ?? all[0], all[all.length - 1], to));
    this.below.push({ name, d: polyline(all) + (closed ? 'Z' : '') });
  }

  private head(cells: readonly number[]): void {
    const [before, last] = this.middles(cells).slice(-2);
    if (last) this.below.push({ name: 'r-shaft', d: head(before, last) });
  }

  private lines(lists: Part['lists'], manner: Manner): void {
    const is = (option: string) => manner.options.includes(option);
    const color = colorOf(manner);
    const counts = is('first') && lists.length > 1 && lists[0].length === 1;
    for (const cells of counts ? [lists.flat()] : lists) {
      const ends = is('first') ? [cells[0]] : is('ends') ? [...new Set([cells[0], cells[cells.length - 1]])] : [];
      const [from, to] = [ends.length > 0 ? 22 : 0, ends.length > 1 ? 22 : 0];
      this.line(cells, `r-line ${color} ${is('thick') ? 'wide-line' : 'fine'}`, is('closed'), from, to);
      for (const at of this.middles(ends)) {
        const d = is('diamond') ? diamond(at, 20) : circle(at, 22);
        this.below.push({ name: `r-end ${color}`, d });
      }
    }
  }

  private thermo(cells: readonly number[], slow: boolean): void {
    const points = this.middles(cells);
    this.below.push({ name: 'r-bulb', d: circle(points[0], 22) });
    this.below.push({ name: slow ? 'r-tube slow' : 'r-tube thermo', d: polyline(points) });
  }

  private rings(cells: readonly number[]): void {
    for (const at of this.middles(cells)) this.below.push({ name: 'r-ring', d: circle(at, 23) });
  }

  private arrow({ manner, lists, rule }: Part): void {
    const is = (option: string) => manner.options.includes(option);
    if (is('thin')) {
      this.rings(lists[0]);
      for (const arm of lists.slice(1)) {
        this.line(arm, 'r-shaft');
        this.head(arm);
      }
      return;
    }
    for (const cells of lists) {
      const count = is('pill') ? Number(rule.words[0]) || 1 : 1;
      const circled = cells.slice(0, count);
      const whole = cells.slice(circled.length - 1);
      if (whole.length > 1) {
        this.line(whole, 'r-shaft', false, 23, is('circles') ? 23 : 0);
        if (is('circles')) this.rings(whole.slice(-1));
        else this.head(whole);
      }
      if (circled.length > 1) {
        const d = polyline(this.middles(circled));
        this.below.push({ name: 'r-pill', d }, { name: 'r-pill inner', d });
      } else this.rings(circled);
    }
  }

  private cage({ rule, manner, lists, label, tag }: Part): void {
    const is = (option: string) => manner.options.includes(option);
    let frames = lists.map((list) => [...list]);
    if (is('first')) {
      // The counting cell has a ring. It is in a separate list, or is the first cell of each list.
      if (frames.length > 1 && frames[0].length === 1) this.rings(frames.shift() ?? []);
      else frames.forEach((list) => this.rings(list.splice(0, 1)));
      frames = frames.filter((list) => list.length > 0);
    }
    frames.forEach((cells, at) => {
      const d = outline(new Set(cells), this.grid, is('dashed') ? 7 : 5);
      this.above.push({ name: is('dashed') ? 'r-cage open' : 'r-cage', d });
      const first = Math.min(...cells);
      if (label !== undefined && at === 0) this.text(first, label);
      if (tag) this.tag(first, tag);
    });
    for (const { cell, factor } of rule.lists.flat()) {
      if (factor === 1) continue;
      const [x, y] = corner(this.grid, cell);
      const text = factor === -1 ? '−' : factor < 0 ? `−${-factor}` : `×${factor}`;
      this.marks.push({ name: 'r-factor', at: [x + SIDE - 10, y + SIDE - 8], text });
    }
  }

  /** Dots, letters and signs between consecutive cells. */
  private between(cells: readonly number[], { manner, label, tag }: Part): void {
    const points = this.middles(cells);
    points.slice(1).forEach((to, index) => {
      const from = points[index];
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const [dx, dy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
      if (Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]) > SIDE) {
        // A line connects cells that do not touch.
        this.below.push({ name: 'r-line gray fine', d: polyline([from, to]) });
      }
      if (manner.what === 'sign') {
        const [a, b] = dx === 0 ? [0, dy] : [dx, 0];
        const open = (side: number): Point => [x - a * 4.5 + b * side * 7, y - b * 4.5 + a * side * 7];
        this.marks.push({ name: 'r-sign', d: polyline([open(-1), [x + a * 4.5, y + b * 4.5], open(1)]) });
      } else if (manner.what === 'dot') {
        const black = manner.options.includes('black');
        this.marks.push({ name: `r-dot ${black ? 'black' : 'white'}`, d: circle([x, y], label ? 10 : 7.5) });
        if (label) this.marks.push({ name: black ? 'r-on-black' : 'r-on-white', at: [x, y + 4.3], text: label });
      } else if (label) this.marks.push({ name: 'r-letter', at: [x, y + 6], text: label });
      if (tag) this.marks.push({ ...tag, at: [x + 9, y - 6] });
    });
  }

  /** Values at the common corner of four cells, or at a frame around other cells. */
  private corner(part: Part): void {
    const { lists, label, manner, tag } = part;
    for (const cells of lists) {
      const rows = cells.map((cell) => placeOf(this.grid, cell)[0]);
      const columns = cells.map((cell) => placeOf(this.grid, cell)[1]);
      const span = (all: number[]) => Math.max(...all) - Math.min(...all);
      if (!label || cells.length !== 4 || span(rows) !== 1 || span(columns) !== 1) {
        this.cage({ ...part, lists: [cells] });
        continue;
      }
      const at: Point = [(Math.min(...columns) + 1) * SIDE, (Math.min(...rows) + 1) * SIDE];
      const d = manner.options.includes('square') ? square(at, 15) : circle(at, 16);
      this.marks.push({ name: 'r-dot white', d });
      const values = label.split(' ');
      const lines = values.flatMap((_, index) => (index % 2 === 0 ? [values.slice(index, index + 2).join(' ')] : []));
      lines.forEach((text, index) => {
        const y = at[1] + (index - (lines.length - 1) / 2) * 12 + 4.3;
        this.marks.push({ name: 'r-on-white', at: [at[0], y], text });
      });
      if (tag) this.marks.push({ ...tag, at: [at[0] + 17, at[1] - 10] });
    }
  }

  /** Arrowheads at the sides of cells, toward or away from neighbors that are not listed. */
  private arrows(cells: readonly number[], outward: boolean): void {
    let d = '';
    const [high, wide] = [rowsOf(this.grid), columnsOf(this.grid)];
    for (const cell of cells) {
      const [row, column] = placeOf(this.grid, cell);
      const [x, y] = middle(this.grid, cell);
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [0, -1],
        [-1, 0],
      ]) {
        const [r, c] = [row + down, column + right];
        const inside = r >= 0 && c >= 0 && r < high && c < wide;
        if (!inside || cells.includes(r * wide + c)) continue;
        const at = (along: number, aside: number): Point => [
          x + right * along - down * aside,
          y + down * along + right * aside,
        ];
        const [base, tip] = outward ? [21, 27] : [27, 21];
        d += polyline([at(base, -5), at(tip, 0), at(base, 5)]);
      }
    }
    this.above.push({ name: 'r-sign', d });
  }

  private tinted(lists: Part['lists'], manner: Manner): void {
    const is = (option: string) => manner.options.includes(option);
    // Clones and extremes are gray, as setters draw them.
    if (is('gray') || manner.what === 'arrows') {
      this.below.push({ name: 'r-shade', d: squares(this.grid, lists.flat()) });
      return;
    }
    const number = this.tints++ % 3;
    for (const cells of lists) {
      if (!is('dashed'))
        this.below.push({ name: `${is('shaded') ? 'r-shade' : 'r-tint'} t${number}`, d: squares(this.grid, cells) });
      this.below.push({ name: `r-edge t${number}`, d: outline(new Set(cells), this.grid, 3) });
    }
  }

  /** A clue in front of the first cell of a line, if the line begins at the border. */
  private clue({ lists, manner, label, tag }: Part): boolean {
    const cells = lists[0];
    const step = stepOf(cells, this.grid);
    if (!step) return false;
    const [down, right] = step;
    const key = [cells[0], down, right].join();
    const level = this.levels.get(key) ?? 0;
    this.levels.set(key, level + 1);
    const [x, y] = middle(this.grid, cells[0]);
    const at = (by: number): Point => [x - right * (SIDE / 2 + by), y - down * (SIDE / 2 + by)];
    const far = FIRST + LEVEL * level;
    const [firstRow, firstColumn] = placeOf(this.grid, cells[0]);
    const [row, column] = [firstRow - down, firstColumn - right];
    if (row < 0 || column < 0) this.lead = Math.max(this.lead, far + 14);
    if (row >= rowsOf(this.grid) || column >= columnsOf(this.grid)) this.tail = Math.max(this.tail, far + 14);
    const [textX, textY] = at(far);
    if (label) this.marks.push({ name: 'r-clue', at: [textX, textY + 7], text: label });
    if (tag) this.marks.push({ ...tag, at: [textX + (label ?? '').length * 5.5 + 1, textY - 5] });
    if (manner.options.includes('arrow')) {
      const [from, tip] = [at(7), at(-6)];
      this.marks.push({ name: 'r-tip', d: polyline([from, tip]) + head(from, tip) });
    }
    return true;
  }
}

/** Rows and columns from the first cell of a line to the second, if the line begins at the border. */
export function stepOf(cells: readonly number[], grid: Extent): readonly [number, number] | undefined {
  const [high, wide] = [rowsOf(grid), columnsOf(grid)];
  const [row, column] = placeOf(grid, cells[0]);
  let step: readonly [number, number] = [-1, 0];
  if (cells.length > 1) {
    const [r, c] = placeOf(grid, cells[1]);
    step = [r - row, c - column];
  } else if (column === 0) step = [0, 1];
  else if (row === 0) step = [1, 0];
  else if (column === wide - 1) step = [0, -1];
  const [r, c] = [row - step[0], column - step[1]];
  const inside = r >= 0 && c >= 0 && r < high && c < wide;
  return !inside && Math.abs(step[0]) <= 1 && Math.abs(step[1]) <= 1 ? step : undefined;
}
