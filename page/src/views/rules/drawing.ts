import type { Point } from '../../draw/brush';
import { kindNamed, type Kind } from '../../element/rules';
import { announce } from '../../shell/messages';
import { spoken } from '../../draw/names';
import { t } from '../../words';
import * as drafts from './draft';
import type { Draft } from './draft';
import type { RulesView } from './index';
import {
  CHOICES,
  firstWords,
  gestureOf,
  linesAt,
  listCount,
  ruleText,
  takesWords,
  tapped,
  UNSET,
  wordsOf,
} from './tools';

/** The rule that is drawn or edited: its kind, its words, and cells that are not part of a rule yet. */
export class Drawing {
  kind: Kind = kindNamed('cage') ?? CHOICES[0];
  /** The line of the rule that is edited: the last drawn one, or a chosen one. */
  line?: number;
  /** Cells that were tapped or that a pointer reached. */
  cells: readonly number[] = [];
  private tapped: ReadonlySet<number> = new Set();
  /** Whether the next cells replace those of the line, or are a further list of it. */
  next: 'rule' | 'cells' | 'list' = 'rule';
  private nextWords = UNSET;
  /** Whether typed figures continue the words. */
  private typed = false;

  constructor(private readonly host: RulesView) {}

  /** The words of the line, or of the next rule. */
  get words(): string {
    return this.line === undefined ? this.nextWords : wordsOf(this.host.draft.lines[this.line] ?? '');
  }

  /** Chooses the kind of the next rule. A kind without cells edits its existing rule. */
  choose(kind: Kind): void {
    this.reset();
    this.kind = kind;
    this.nextWords = firstWords(kind, this.host.draft.shape);
    const line = gestureOf(kind) === 'switch' ? drafts.lineNamed(this.host.draft, kind.name) : -1;
    if (line >= 0) this.line = line;
  }

  edit(line: number): void {
    const { draft } = this.host;
    const text = draft.lines[line] ?? '';
    this.choose(kindNamed(text.trim().split(/[\s:]/)[0]) ?? this.kind);
    this.line = line;
    announce(spoken(text));
  }

  /** Chooses the next rule on a cell. */
  editAt(cell: number): void {
    const { draft } = this.host;
    const all = linesAt(draft.lines, cell, draft.shape);
    const at = this.line === undefined ? -1 : all.indexOf(this.line);
    if (all.length > 0) this.edit(all[(at + 1) % all.length]);
    else this.reset();
  }

  /** Ends the editing of a rule and removes cells that are not part of a rule. */
  reset(): void {
    [this.line, this.next] = [undefined, 'rule'];
    this.clear();
  }

  private clear(): void {
    [this.cells, this.tapped, this.typed] = [[], new Set(), false];
    this.host.requestUpdate();
  }

  over(cells: readonly number[]): void {
    this.cells = [...new Set([...this.cells, ...cells])];
    this.host.requestUpdate();
  }

  /** A stroke over several cells makes a rule. Taps on single cells are collected where a rule may have several. */
  end(cells: readonly number[], from: Point): void {
    const { kind } = this;
    const gesture = gestureOf(kind);
    if (cells.length > 1) return this.add(this.cells);
    if (gesture !== 'path' && gesture !== 'cells') return this.add(tapped(kind, from, this.host.draft.shape));
    // `over` added the cell, unless an earlier tap did.
    const [cell] = cells;
    const isNew = !this.tapped.has(cell);
    this.tapped = new Set(isNew ? [...this.tapped, cell] : [...this.tapped].filter((one) => one !== cell));
    this.cells = [...this.tapped];
    this.host.requestUpdate();
  }

  add(cells: readonly number[]): void {
    const { draft } = this.host;
    const { kind, line, next } = this;
    const gesture = gestureOf(kind);
    this.clear();
    if (line !== undefined && next === 'list') return this.changed(drafts.withList(draft, line, cells), line);
    if (line !== undefined && next === 'cells') {
      const text = ruleText(kind, this.words, cells, draft.shape);
      this.next = 'rule';
      return text === undefined ? undefined : this.changed(drafts.withLine(draft, line, text), line);
    }
    if (gesture === 'combine') return this.appended(drafts.combined(draft, kind));
    if (gesture === 'extra') return this.appended(drafts.withExtra(draft, kind, this.nextWords));
    if (gesture === 'switch' && cells.length > 1) return this.except(cells);
    if (gesture === 'switch') return this.toggle();
    const text = ruleText(kind, this.nextWords, cells, draft.shape);
    if (text === undefined) return announce(t().rules.gestures[gesture]);
    const same = this.sameCells(text);
    if (gesture === 'marks') {
      const marks = draft.lines.findIndex((one) => one.startsWith(`${text.split(':')[0]}:`));
      if (marks >= 0) return this.changed(drafts.withMarks(draft, marks, cells), marks);
    } else if (same >= 0) return this.edit(same);
    this.appended(drafts.withNew(draft, text));
  }

  /** The rule of this kind on the same cells; -1 if there is none. */
  private sameCells(text: string): number {
    const parts = (line: string) => [line.trim().split(/[\s:]/)[0], line.split(':')[1]?.trim()].join();
    return this.host.draft.lines.findIndex((line) => parts(line) === parts(text));
  }

  private appended(draft: Draft): void {
    if (draft !== this.host.draft) this.changed(draft, draft.lines.length - 1);
  }

  private changed(draft: Draft, line: number): void {
    this.host.change(draft);
    this.line = line < draft.lines.length ? line : undefined;
    // A rule of several lists continues until it has as many as the example.
    const isComplete = listCount(draft.lines[line] ?? '') >= listCount(this.kind.example);
    this.next = isComplete || gestureOf(this.kind) === 'switch' ? 'rule' : 'list';
    announce(spoken(draft.lines[line] ?? ''));
  }

  /** Switches a rule without cells on or off. */
  toggle(): void {
    const { draft } = this.host;
    const line = drafts.lineNamed(draft, this.kind.name);
    if (line < 0) this.appended(drafts.withNew(draft, ruleText(this.kind, this.nextWords, [], draft.shape) ?? ''));
    else {
      this.nextWords = wordsOf(draft.lines[line]);
      this.remove(line);
    }
  }

  /** Adds an exception to a rule of the whole grid. */
  private except(cells: readonly number[]): void {
    if (!this.kind.example.includes(':')) return;
    if (drafts.lineNamed(this.host.draft, this.kind.name) < 0) this.toggle();
    const line = drafts.lineNamed(this.host.draft, this.kind.name);
    this.changed(drafts.withList(this.host.draft, line, cells), line);
  }

  remove(line: number): void {
    this.host.change(drafts.withLine(this.host.draft, line));
    this.reset();
  }

  changeWords(words: string): void {
    if (this.line === undefined || firstWords(this.kind, this.host.draft.shape) !== UNSET) this.nextWords = words;
    if (this.line !== undefined) this.host.change(drafts.withWords(this.host.draft, this.line, words), true);
    this.host.requestUpdate();
  }

  /**
   * Handles a key on the board for the last rule: figures are its words, Backspace removes a typed one, or else the rule
   * like Delete. Returns whether the key had an effect.
   */
  type(key: string): boolean {
    if (this.line === undefined) return false;
    if (key === 'Backspace' && this.typed && this.words !== '') this.changeWords(this.words.slice(0, -1));
    else if (key === 'Backspace' || key === 'Delete') this.remove(this.line);
    else if (takesWords(this.kind) && /^[\d-]$/.test(key)) {
      this.changeWords(this.typed ? this.words + key : key);
      this.typed = true;
    } else return false;
    return true;
  }
}
