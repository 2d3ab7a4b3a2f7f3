import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { ruleList } from '../../draw/rule-texts';
import '../../element/arc-sudoku';
import { digitsOf, digitText, leastOf } from '../../element/cells';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { flush, keyboard } from '../../element/input-keys';
import type { Action, ColorTarget, Layers, Mode } from '../../element/types';
import { authorPanel, withDrawing } from '../../exchange/author';
import { elapsed, timeText } from '../../game/clock';
import * as games from '../../game/game';
import { isIncomplete } from '../../game/puzzle';
import { announce, failureText, toast } from '../../shell/messages';
import { all, bareSelect, check, iconButton, radios, select } from '../../shell/controls';
import '../../shell/dialog';
import { icon, type IconName } from '../../shell/icons';
import { keysStyles, keysTable } from '../../shell/keys-table';
import { replaceFragment } from '../../shell/route';
import { session } from '../../shell/session';
import { change, settings } from '../../shell/settings';
import { ViewElement } from '../../shell/view';
import { language, t, wordsLoaded } from '../../words';
import { helpBoard, type HelpShow } from '../help/board';
import { constraintName } from '../../draw/names';
import type { HelpPanel } from '../help/panel';
import './games';
import './new-game';
import { findBroken, findMistakes, goOn, openFragment, unnamed, type Broken } from './library';
import { Pad } from './pad';
import { padStyles } from './pad-styles';
import { playStyles } from './styles';
import './timer';

const SWITCHES = ['showEqual', 'showPeers', 'showConflicts', 'showTimer', 'showLabels', 'letters'] as const;

/** Loads `<arc-help-panel>`. Returns whether that succeeded. */
async function loadHelp(): Promise<boolean> {
  try {
    await import('../help/panel');
    return true;
  } catch {
    return false;
  }
}

/** Whether the panel of help is next to the board. */
const isWide = (): boolean => matchMedia('(min-width: 68.76em)').matches;

type Asking = 'new' | 'games' | 'options';

/** The view *Play*: the board, the pad and the panel of help. */
@customElement('arc-view-play')
export class PlayView extends ViewElement {
  static override styles = [padStyles, playStyles, keysStyles];

  @state() mode: Mode = 'digit';
  @state() target: ColorTarget = 'cell';
  @state() active = 1;
  @state() activeColor = 1;
  @state() multiple = false;
  @state() paused = false;
  @state() private asking?: Asking;
  @state() private mistakes: readonly string[] = [];
  /** The library's result for rules that the board does not check, and the state that it belongs to. */
  @state() private broken?: Broken;
  private judged?: games.Game['state'];
  private judging = false;
  @state() private shown: HelpShow = {};
  @state() private hasHelp = false;
  /** On phones, the pad or the panel of help is shown. */
  @state() private pane: 'pad' | 'help' = 'pad';
  @state() zoom = 1;
  /** On phones, whether rarely used controls are shown. */
  @state() private more = false;
  /** The digit whose candidates are filled in; 0 for all digits. */
  @state() private fillDigit = 0;

  @query('arc-sudoku') private board?: ArcSudoku;
  @query('arc-help-panel') private help?: HelpPanel;

  private readonly pad = new Pad(this);
  private stop?: AbortController;
  private last?: games.Game;

  constructor() {
    super(session);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const visible = () => !document.hidden && !this.paused && session.run();
    this.stop = new AbortController();
    const { signal } = this.stop;
    document.addEventListener('visibilitychange', visible, { signal });
    addEventListener('keydown', this.onWindowKey, { signal });
    if (!this.paused) session.run();
    void loadHelp().then((has) => (this.hasHelp = has));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.abort();
    if (this.board) flush(this.board);
    session.pause();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('params')) void this.openParams();
    const game = session.value;
    if (game !== this.last) {
      // Another game starts without the drawings and messages of the previous game.
      if (game?.id !== this.last?.id) {
        this.shown = {};
        this.paused = false;
        this.zoom = 1;
        this.board?.select([]);
        // The clock runs in every opened game.
        if (this.isConnected && !document.hidden) session.run();
      }
      if (game?.state !== this.last?.state) this.mistakes = [];
      if (game?.puzzle !== this.last?.puzzle) this.broken = undefined;
      void this.judge();
      this.greet(this.last, game);
      this.last = game;
    }
  }

  /** Opens the puzzle of the fragment, or the last game. Then removes the fragment, because the game changes. */
  private async openParams(): Promise<void> {
    if (this.params.has('p')) {
      const params = this.params;
      replaceFragment('play');
      try {
        await openFragment(params);
      } catch (error) {
        toast(failureText(error), { kind: 'error' });
      }
    }
    if (this.params.has('games')) {
      replaceFragment('play');
      this.asking = 'games';
    }
    await wordsLoaded;
    goOn();
    if (this.isConnected && !this.paused) session.run();
  }

  /** Checks rules that the board cannot check. After each reply, checks the latest state if it has changed. */
  private async judge(): Promise<void> {
    const game = session.value;
    if (this.judging || !game || game.state === this.judged || !games.needsLibrary(game.puzzle)) return;
    this.judging = true;
    const broken = await findBroken(game);
    this.judging = false;
    this.judged = game.state;
    const { value } = session;
    if (broken && value?.puzzle === game.puzzle) {
      const fresh = broken.rules.filter((rule) => !this.broken?.rules.includes(rule));
      if (fresh.length > 0 && settings.value.showConflicts)
        announce(t().play.breaks(fresh.map(constraintName).join(', ')));
      this.broken = broken;
      const isFull = games.standing(game) === 'unknown';
      if (isFull && value.state === game.state) session.update((one) => games.judged(one, broken.solved));
    }
    if (value?.state !== game.state) void this.judge();
  }

  /** Shows a message when the last cell is filled. */
  private greet(before: games.Game | undefined, game: games.Game | undefined): void {
    if (!game || !before || before.id !== game.id) return;
    const now = games.standing(game);
    if (now === games.standing(before) || now === 'open' || now === 'unknown') return;
    const time = timeText(elapsed(game.clock, Date.now()));
    const text = now === 'solved' ? t().play.solved(time) : t().play.full;
    queueMicrotask(() => {
      toast(text);
    });
  }

  private readonly onWindowKey = (event: KeyboardEvent): void => {
    const path = event.composedPath();
    const target = path[0] as HTMLElement;
    const { board } = this;
    if (event.defaultPrevented || !board || this.asking || this.paused || path.includes(board)) return;
    if (path.some((node) => node instanceof HTMLDialogElement)) return;
    if (/^(input|select|textarea)$/.test(target.localName) || target.isContentEditable) return;
    if (event.key === 'Tab' || ((event.key === ' ' || event.key === 'Enter') && target.localName !== 'body')) return;
    if (event.key.startsWith('Arrow') && path.some((node) => (node as HTMLElement).localName === 'arc-help-panel'))
      return;
    if (keyboard(board, event)) event.preventDefault();
  };

  private onInput(event: CustomEvent<Action>): void {
    event.preventDefault();
    const action = event.detail;
    switch (action.kind) {
      case 'undo':
      case 'redo':
        session.update(action.kind === 'undo' ? games.undo : games.redo);
        break;
      case 'mode':
        this.setMode(action.mode);
        break;
      case 'target':
        this.target = action.target;
        announce(t().play.targets[action.target]);
        break;
      case 'active':
        this.active = action.digit;
        break;
      case 'active-color':
        this.activeColor = action.color;
        break;
      case 'entry':
        this.setEntry(action.entry, action.digit);
        break;
      case 'hint':
        void this.hint();
        break;
      default:
        if (!this.shown.state) session.update((game, now) => games.enter(game, action, now));
    }
  }

  /** Performs an action of the pad on the board, after entering a pending character. */
  press(act: (board: ArcSudoku) => void): void {
    const { board } = this;
    if (!board) return;
    flush(board);
    act(board);
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    announce(t().play.modes[mode]);
  }

  private setEntry(entry: 'cell' | 'digit', digit?: number): void {
    if (digit !== undefined) this.active = digit;
    change({ entry });
    announce(t().play.entries[entry]);
    navigator.vibrate?.(15);
  }

  /** Shows a hint. Loads the panel of help first. */
  private async hint(): Promise<void> {
    if (this.paused) return;
    if (session.value && isIncomplete(session.value.puzzle)) return toast(t().exchange.author.noHints);
    this.pane = 'help';
    this.hasHelp = await loadHelp();
    if (!this.hasHelp) return toast(t().app.notLoaded, { kind: 'error' });
    await this.updateComplete;
    await this.help?.hint();
  }

  /** Compares the board with the solution, on request. */
  async check(): Promise<void> {
    const game = session.value;
    if (!game) return;
    const { text, cells, kind } = await findMistakes(game);
    if (session.value?.state !== game.state) return;
    this.mistakes = cells;
    toast(text, { kind });
  }

  private pause(): void {
    this.paused = !this.paused;
    if (this.paused) {
      this.board?.select([]);
      session.pause();
    } else session.run();
    if (!this.paused) void this.updateComplete.then(() => this.board?.focus());
  }

  private get layers(): Layers {
    const { state, layers: drawn = {} } = this.shown;
    const layers = state || !this.broken ? drawn : { ...drawn, conflicts: this.broken.cells };
    const all = withDrawing(session.value, layers);
    if (this.mistakes.length === 0) return all;
    return { ...all, tints: [...(all.tints ?? []), { role: 'bad', cells: this.mistakes }] };
  }

  override render() {
    const game = session.value;
    const texts = t().play;
    return html`<h1 class="hidden-text">${t().views.play}</h1>
      <div class="play pane-${this.pane}">
        ${this.bar(game)}
        <div class="board">${game ? this.boardOf(game) : nothing}</div>
        <div class="controls">
          ${game ? this.pad.render(game) : nothing}
          <div class="further">
            <button class="plain" aria-expanded=${this.more} @click=${() => (this.more = !this.more)}>
              ${icon('down')}${texts.more}
            </button>
            <button class="plain" @click=${() => (this.pane = 'help')}>${icon('hint')}${texts.moreHelp}</button>
          </div>
          <div class="extra ${this.more ? 'open' : ''}">${game ? this.marks(game) : nothing}</div>
        </div>
        <section class="help" aria-label=${texts.help}>
          <button class="back" @click=${() => (this.pane = 'pad')}>${icon('left')}${texts.backToPad}</button>
          ${game && isWide() ? authorPanel(game, true) : nothing} ${this.hasHelp && game ? this.helpOf(game) : nothing}
        </section>
      </div>
      <arc-new-game .open=${this.asking === 'new'} @close=${this.closeDialog}></arc-new-game>
      <arc-games .open=${this.asking === 'games'} @close=${this.closeDialog}></arc-games>
      ${this.options()}`;
  }

  /** Controls that are needed less often than the pad: entry order, marks, restart. */
  private marks(game: games.Game): TemplateResult {
    const texts = t().play;
    const { shape } = game.puzzle;
    const { size } = shape;
    const digit = this.fillDigit <= size ? this.fillDigit : 0;
    return html`<div class="marks">
      ${radios(texts.entry, all(texts.entries), settings.value.entry, (entry) => this.setEntry(entry))}
      ${check(texts.autoMarks, game.auto, (auto) => session.update((one) => ({ ...one, auto })))}
      <div class="fill">
        <button @click=${() => session.update((one, now) => games.fillMarks(one, now, digit || undefined))}>
          ${texts.fillOnce}
        </button>
        ${bareSelect(
          texts.fillWhich,
          [[0, texts.allDigits], ...digitsOf(size).map((one) => [one, digitText(one, false, leastOf(shape))] as const)],
          digit,
          (one) => (this.fillDigit = one),
        )}
      </div>
      <button class="plain restart" ?disabled=${game.past.length === 0} @click=${() => session.update(games.restart)}>
        ${texts.restart}
      </button>
    </div>`;
  }

  /** The options of the game, and the table of keys. */
  private options(): TemplateResult {
    const texts = t().play;
    return html`<arc-dialog heading=${texts.options} .open=${this.asking === 'options'} @close=${this.closeDialog}>
      <div class="choices">
        ${SWITCHES.map((name) => check(texts.switches[name], settings.value[name], (on) => change({ [name]: on })))}
      </div>
      ${select(
        texts.coordinates,
        [
          ['rc', 'r3c4'],
          ['chess', 'C4'],
        ],
        settings.value.coordinates,
        (coordinates) => change({ coordinates }),
      )}
      <h3>${texts.keyboard}</h3>
      ${keysTable(texts.keys)}
    </arc-dialog>`;
  }

  private readonly closeDialog = (): void => {
    this.asking = undefined;
  };

  private bar(game: games.Game | undefined): TemplateResult {
    const texts = t().play;
    const tool = (name: IconName, label: string, act: () => void) =>
      iconButton(name, label, act, { look: 'plain tool', text: label });
    const solved = game !== undefined && games.standing(game) === 'solved';
    return html`<div class="bar">
      <strong class="name">${game?.puzzle.name ?? (game ? unnamed(game.puzzle) : '')}</strong>
      <arc-timer .paused=${this.paused} .solved=${solved} @arc-pause=${this.pause}></arc-timer>
      <span class="space"></span>
      ${tool('plus', texts.newGame, () => (this.asking = 'new'))}
      ${tool('list', texts.games, () => (this.asking = 'games'))}
      ${tool('open', texts.import, () => void import('../../exchange/dialogs').then((it) => it.openImport()))}
      ${tool('share', t().common.share, () => void this.share())}
      ${tool('settings', texts.options, () => (this.asking = 'options'))}
    </div>`;
  }

  private async share(): Promise<void> {
    const { openExport } = await import('../../exchange/dialogs');
    if (session.value) openExport(session.value, () => this.board?.toSVG() ?? '');
  }

  private boardOf(game: games.Game): TemplateResult {
    const { value } = settings;
    const texts = t().play;
    const open = this.shown.state ?? (this.paused ? [] : games.visibleState(game));
    const places = game.auto || game.state.some(({ center }) => (center?.length ?? 0) > 5);
    return html`<arc-sudoku
        .shape=${game.puzzle.shape}
        .rules=${game.puzzle.rules}
        .state=${open}
        .layers=${this.paused ? {} : this.layers}
        .highlight=${{ equal: value.showEqual, peers: value.showPeers, conflicts: value.showConflicts }}
        .mode=${this.mode}
        .target=${this.target}
        .entry=${value.entry}
        .activeDigit=${this.active}
        .activeColor=${this.activeColor}
        .multiple=${this.multiple}
        .zoom=${this.zoom}
        .letters=${value.letters}
        .labels=${value.showLabels}
        .chess=${value.coordinates === 'chess'}
        .centerMarks=${places ? 'places' : 'line'}
        .language=${language()}
        ?readonly=${this.paused || this.shown.state !== undefined}
        ?inert=${this.paused}
        @arc-input=${this.onInput}
      ></arc-sudoku>
      ${
        this.paused
          ? html`<div class="cover">
              <p>${texts.paused}</p>
              <button class="primary" @click=${this.pause}>${icon('play')}${texts.resume}</button>
            </div>`
          : nothing
      }
      ${ruleList(game.puzzle)}${isWide() ? nothing : authorPanel(game, false)}`;
  }

  private helpOf(game: games.Game): TemplateResult {
    if (isIncomplete(game.puzzle)) return html``;
    return html`<arc-help-panel
      .board=${helpBoard(game)}
      .paused=${this.paused}
      @arc-help-show=${({ detail }: CustomEvent<HelpShow | undefined>) => (this.shown = detail ?? {})}
      @arc-help-apply=${({ detail }: CustomEvent<readonly games.HelpChange[]>) =>
        session.update((one, now) => games.applyHelp(one, detail, now))}
    ></arc-help-panel>`;
  }
}
