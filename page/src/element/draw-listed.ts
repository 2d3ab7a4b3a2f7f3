import { cellIn, columnsOf, placeOf, rowsOf, SIDES, type Extent } from './cells';
import { circle, corner, diamond, middle, outline, polyline, SIDE, square, squares, toward } from './geometry';
import type { Item, Point } from './geometry';
import { diagonalsOf, windowsOf, type Layout } from './houses';
import { colorOf, formOf, huesOf, isUndrawn, kindNamed, mannerOf, type Manner, type Listed, type Rule } from './rules';
import type { Shape } from './types';

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

/** An angle that points in a direction: its sides reach back from the tip, and to both sides of it. */
const angle = ([x, y]: Point, [dx, dy]: Point, back: number, aside: number): string =>
  polyline([
    [x - dx * back + dy * aside, y - dy * back - dx * aside],
    [x, y],
    [x - dx * back - dy * aside, y - dy * back + dx * aside],
  ]);

/** The head of an arrow that ends at a point. */
function head(from: Point, to: Point): string {
  const [x, y] = toward(from, to, 1);
  return angle(to, [x - from[0], y - from[1]], 9, 9);
}

function diagonalLines(grid: Extent): string[] {
  const [wide, high] = [columnsOf(grid) * SIDE, rowsOf(grid) * SIDE];
  return [`M0 0L${wide} ${high}`, `M${wide} 0L0 ${high}`];
}

/** The line of a diagonal, as path data; undefined if the cells are not a diagonal of a square grid. */
export function diagonalOf(grid: Extent, cells: readonly number[]): string | undefined {
  const places = new Set(cells);
  if (rowsOf(grid) !== columnsOf(grid) || places.size !== columnsOf(grid)) return undefined;
  const at = diagonalsOf(grid).findIndex((diagonal) => diagonal.every((cell) => places.has(cell)));
  return diagonalLines(grid)[at];
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
  /** Whether the style has an option. */
  readonly is: (option: string) => boolean;
  readonly label?: string;
  readonly lists: readonly (readonly number[])[];
  readonly tag?: Tag;
}

interface Tag {
  readonly text: string;
  readonly name: 'r-tag' | 'r-tag hue';
}

/** The number of earlier calls with the same key. */
function countIn<Key>(counts: Map<Key, number>, key: Key): number {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
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
    if ('cells' in rule && rule.cells.length === 0) return;
    switch (rule.kind) {
      case 'windoku':
        this.below.push({ name: 'window', d: squares(grid, windowsOf(grid).flat()) });
        break;
      case 'all-different': {
        const line = diagonalOf(grid, rule.cells);
        if (line) this.below.push({ name: 'diagonal', d: line });
        else this.frame(rule.cells, 'r-cage');
        break;
      }
      case 'diagonals':
        this.below.push({ name: 'diagonal', d: diagonalLines(grid).join('') });
        break;
      case 'thermo':
        this.thermo(rule.cells, 'thermo');
        break;
      case 'cage':
        this.frame(rule.cells, 'r-cage cage');
        this.text(Math.min(...rule.cells), String(rule.sum ?? '?'));
    }
  }

  /** The rules with letters that distinguish equal forms. */
  private parts(): { parts: Part[]; entries: RuleEntry[] } {
    const groups = new Map<string, { name: string; words: string; manner: Manner; form: string; tag?: Tag }>();
    const listed = this.layout.rules.flatMap((rule, number) => {
      const kind = rule.kind === 'listed' ? kindNamed(rule.name) : undefined;
      if (rule.kind !== 'listed' || !kind) return [];
      const manner = mannerOf(kind);
      const is = (option: string) => manner.options.includes(option);
      const label = labelOf(rule, manner);
      const shown = label !== undefined && manner.label?.includes('{}');
      const words = shown ? '' : rule.words.join(' ');
      const apart = rule.lists.map((list) => list.map(({ cell }) => cell));
      const lists = is('together') && manner.what === 'line' && this.areJoined(apart) ? [apart.flat()] : apart;
      // Rules whose lists belong together are groups of their own, unless one line shows that.
      const isApart = is('together') && lists === apart;
      const key = [rule.name, words, isApart ? number : ''].join('\n');
      const form = formOf(manner) + (isApart ? this.shapeOf(lists[0] ?? []) : '');
      if (!groups.has(key)) groups.set(key, { name: rule.name, words, manner, form });
      return [{ rule, manner, is, label, lists, key }];
    });
    const all = [...groups.values()].map(({ form, manner }) => ({ form, color: huesOf(manner) }));
    // Cages have their own type.
    if (this.layout.rules.some((rule) => rule.kind === 'cage')) all.push({ form: 'cage {}', color: '' });
    let next = 0;
    const entries = new Map<string, RuleEntry>();
    for (const group of groups.values()) {
      const { name, words, manner, form } = group;
      const alike = all.filter((one) => one.form === form);
      if (!isUndrawn(manner) && alike.length > 1) {
        const isSame = alike.filter(({ color }) => color === huesOf(manner)).length > 1;
        group.tag = { text: letters(next++), name: isSame ? 'r-tag' : 'r-tag hue' };
      }
      const key = [name, words].join('\n');
      const { tags = [], hues = [] } = entries.get(key) ?? {};
      const added = (of: Tag['name']) => (group.tag?.name === of ? [group.tag.text] : []);
      entries.set(key, {
        name,
        words,
        tags: [...tags, ...added('r-tag')],
        hues: [...hues, ...added('r-tag hue')],
        color: colorOf(manner),
        drawn: !isUndrawn(manner),
      });
    }
    const parts = listed.map((part) => ({ ...part, tag: groups.get(part.key)?.tag }));
    return { parts, entries: [...entries.values()] };
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
    const { manner, lists, label, tag, is } = part;
    const { what } = manner;
    const cells = lists.flat();
    if (cells.length === 0) return;
    switch (what) {
      case 'line':
        this.lines(part);
        break;
      case 'thermo':
        for (const list of lists) this.thermo(list, is('thin') ? 'slow' : 'thermo');
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
        this.shaft(lists[0], 'r-line gray fine');
        break;
      case 'circle':
      case 'square': {
        const name = is('gray') ? 'r-blob' : 'r-ring';
        if (what === 'circle') this.circles(name, cells, 23);
        else for (const at of this.middles(cells)) this.below.push({ name, d: square(at, 21) });
        break;
      }
      case 'arrows':
        this.arrows(cells, is('outward'));
        this.tinted(part, [cells]);
        break;
      case 'cell':
      case 'area':
        this.tinted(part, lists);
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
    const count = countIn(this.labels, cell);
    const [x, y] = corner(this.grid, cell);
    this.marks.push({ name: 'r-sum', at: [x + 4, y + 14 + 14 * count], text });
  }

  /** A letter in the lower left corner of a cell, next to existing letters. */
  private tag(cell: number, tag: Tag): void {
    const count = countIn(this.tags, cell);
    const [x, y] = corner(this.grid, cell);
    this.marks.push({ ...tag, at: [x + 5 + 10 * count, y + SIDE - 5] });
  }

  /** A line through cells that begins and ends at a distance from the middles of the first and last cell. */
  private line(cells: readonly number[], name: string, from = 0, to = 0, closed = false): void {
    const points = this.middles(cells);
    if (points.length < 2) {
      // A line of one cell is a dash.
      const [[x, y]] = points;
      this.below.push({ name, d: polyline([[x - 8, y] as Point, [x + 8, y] as Point]) });
      return;
    }
    const [first, second, beforeLast, last] = [points[0], points[1], ...points.slice(-2)];
    const all = [toward(first, second, from), ...points.slice(1, -1), toward(last, beforeLast, to)];
    this.below.push({ name, d: polyline(all) + (closed ? 'Z' : '') });
  }

  /** A line with an arrowhead at its end. */
  private shaft(cells: readonly number[], name = 'r-shaft', from = 0): void {
    this.line(cells, name, from);
    const [before, last] = this.middles(cells).slice(-2);
    if (last) this.below.push({ name: 'r-shaft', d: head(before, last) });
  }

  private circles(name: string, cells: readonly number[], radius: number): void {
    for (const at of this.middles(cells)) this.below.push({ name, d: circle(at, radius) });
  }

  private frame(cells: readonly number[], name: string, inset = 5): void {
    this.above.push({ name, d: outline(new Set(cells), this.grid, inset) });
  }

  private lines({ lists, manner, is }: Part): void {
    const color = colorOf(manner);
    const counts = is('first') && lists.length > 1 && lists[0].length === 1;
    for (const cells of counts ? [lists.flat()] : lists) {
      const ends = is('first') ? [cells[0]] : is('ends') ? [...new Set([cells[0], cells[cells.length - 1]])] : [];
      const [from, to] = [ends.length > 0 ? 22 : 0, ends.length > 1 ? 22 : 0];
      this.line(cells, `r-line ${color} ${is('thick') ? 'wide-line' : 'fine'}`, from, to, is('closed'));
      for (const at of this.middles(ends)) {
        const d = is('diamond') ? diamond(at, 20) : circle(at, 22);
        this.below.push({ name: `r-end ${color}`, d });
      }
    }
  }

  private thermo(cells: readonly number[], look: 'thermo' | 'slow'): void {
    this.circles('r-bulb', cells.slice(0, 1), 22);
    this.below.push({ name: `r-tube ${look}`, d: polyline(this.middles(cells)) });
  }

  private rings(cells: readonly number[]): void {
    this.circles('r-ring', cells, 23);
  }

  private arrow({ lists, rule, is }: Part): void {
    if (is('thin')) {
      this.rings(lists[0]);
      return lists.slice(1).forEach((arm) => this.shaft(arm));
    }
    for (const cells of lists) {
      const count = is('pill') ? Number(rule.words[0]) || 1 : 1;
      const circled = cells.slice(0, count);
      const whole = cells.slice(circled.length - 1);
      if (whole.length > 1 && is('circles')) {
        this.line(whole, 'r-shaft', 23, 23);
        this.rings(whole.slice(-1));
      } else if (whole.length > 1) this.shaft(whole, 'r-shaft', 23);
      if (circled.length > 1) {
        const d = polyline(this.middles(circled));
        this.below.push({ name: 'r-pill', d }, { name: 'r-pill inner', d });
      } else this.rings(circled);
    }
  }

  private cage({ rule, lists, label, tag, is }: Part): void {
    let frames = lists.map((list) => [...list]);
    if (is('first')) {
      // The counting cell has a ring. It is in a separate list, or is the first cell of each list.
      if (frames.length > 1 && frames[0].length === 1) this.rings(frames.shift() ?? []);
      else frames.forEach((list) => this.rings(list.splice(0, 1)));
      frames = frames.filter((list) => list.length > 0);
    }
    frames.forEach((cells, at) => {
      if (is('dashed')) this.frame(cells, 'r-cage open', 7);
      else this.frame(cells, 'r-cage');
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
  private between(cells: readonly number[], { manner, label, tag, is }: Part): void {
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
        this.marks.push({ name: 'r-sign', d: angle([x + a * 4.5, y + b * 4.5], [a, b], 9, 7) });
      } else if (manner.what === 'dot') {
        const color = is('black') ? 'black' : 'white';
        this.marks.push({ name: `r-dot ${color}`, d: circle([x, y], label ? 10 : 7.5) });
        if (label) this.marks.push({ name: `r-on-${color}`, at: [x, y + 4.3], text: label });
      } else if (label) this.marks.push({ name: 'r-letter', at: [x, y + 6], text: label });
      if (tag) this.marks.push({ ...tag, at: [x + 9, y - 6] });
    });
  }

  /** Values at the common corner of four cells, or at a frame around other cells. */
  private corner(part: Part): void {
    const { lists, label, tag, is } = part;
    for (const cells of lists) {
      const [rows, columns] = [0, 1].map((at) => cells.map((cell) => placeOf(this.grid, cell)[at]));
      const span = (all: number[]) => Math.max(...all) - Math.min(...all);
      if (!label || cells.length !== 4 || span(rows) !== 1 || span(columns) !== 1) {
        this.cage({ ...part, lists: [cells] });
        continue;
      }
      const at: Point = [(Math.min(...columns) + 1) * SIDE, (Math.min(...rows) + 1) * SIDE];
      const d = is('square') ? square(at, 15) : circle(at, 16);
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
    for (const cell of cells) {
      const [row, column] = placeOf(this.grid, cell);
      const [x, y] = middle(this.grid, cell);
      for (const [down, right] of SIDES) {
        const next = cellIn(this.grid, row + down, column + right);
        if (next === undefined || cells.includes(next)) continue;
        const [far, way] = outward ? [27, 1] : [21, -1];
        d += angle([x + right * far, y + down * far], [right * way, down * way], 6, 5);
      }
    }
    this.above.push({ name: 'r-sign', d });
  }

  private tinted({ manner, is }: Part, lists: Part['lists']): void {
    // Clones and extremes are gray, as setters draw them.
    if (is('gray') || manner.what === 'arrows') {
      this.below.push({ name: 'r-shade', d: squares(this.grid, lists.flat()) });
      return;
    }
    const number = this.tints++ % 3;
    for (const cells of lists) {
      const fill = is('shaded') ? 'r-shade' : 'r-tint';
      if (!is('dashed')) this.below.push({ name: `${fill} t${number}`, d: squares(this.grid, cells) });
      this.below.push({ name: `r-edge t${number}`, d: outline(new Set(cells), this.grid, 3) });
    }
  }

  /** A clue in front of the first cell of a line, if the line begins at the border. */
  private clue({ lists, label, tag, is }: Part): boolean {
    const cells = lists[0];
    const step = stepOf(cells, this.grid);
    if (!step) return false;
    const [down, right] = step;
    const level = countIn(this.levels, [cells[0], down, right].join());
    const [x, y] = middle(this.grid, cells[0]);
    const at = (by: number): Point => [x - right * (SIDE / 2 + by), y - down * (SIDE / 2 + by)];
    const far = FIRST + LEVEL * level;
    const [firstRow, firstColumn] = placeOf(this.grid, cells[0]);
    const [row, column] = [firstRow - down, firstColumn - right];
    // Diagonals that cross the border in the same cell have their clues next to each other.
    const isAbove = row < 0 || row >= rowsOf(this.grid);
    const isDouble = is('arrow') && isAbove !== (column < 0 || column >= columnsOf(this.grid));
    const space = far + (isDouble ? 19 : 14);
    if (row < 0 || column < 0) this.lead = Math.max(this.lead, space);
    if (row >= rowsOf(this.grid) || column >= columnsOf(this.grid)) this.tail = Math.max(this.tail, space);
    const [textX] = at(isDouble ? far + (isAbove ? -5.5 : 5) : far);
    const [, textY] = at(isDouble && !isAbove ? far - 5.5 : far);
    const name = isDouble && (label ?? '').length > 1 ? 'r-clue slim' : 'r-clue';
    if (label) this.marks.push({ name, at: [textX, textY + 7], text: label });
    if (tag) this.marks.push({ ...tag, at: [textX + (label ?? '').length * 5.5 + 1, textY - 5] });
    if (is('arrow')) {
      const [from, tip] = [at(9), at(3)];
      this.marks.push({ name: 'r-tip', d: polyline([from, tip]) + angle(tip, [right * 0.7, down * 0.7], 6, 6) });
    }
    return true;
  }
}

/** Rows and columns from the first cell of a line to the second, if the line begins at the border. */
export function stepOf(cells: readonly number[], grid: Extent): readonly [number, number] | undefined {
  const [[row, column], next] = cells.slice(0, 2).map((cell) => placeOf(grid, cell));
  const isInward = ([down, right]: readonly [number, number]) => cellIn(grid, row - down, column - right) === undefined;
  if (!next) return SIDES.find(isInward);
  const step = [next[0] - row, next[1] - column] as const;
  return isInward(step) && step.every((by) => Math.abs(by) <= 1) ? step : undefined;
}
