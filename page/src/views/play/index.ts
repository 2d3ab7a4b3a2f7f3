import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';

import { ruleList } from '../../draw/rule-texts';
import { badgeStyles } from '../../draw/verdict-badge';
import '../../element/arc-sudoku';
import type { ArcSudoku } from '../../element/arc-sudoku';
import { cellName } from '../../element/cells';
import { flush, keyboard } from '../../element/input-keys';
import type { Action, ColorTarget, Layers, Mode } from '../../element/types';
import { authorPanel, withDrawing } from '../../exchange/author';
import { timeText } from '../../game/clock';
import type { Finished } from '../../game/finished';
import * as games from '../../game/game';
import { isIncomplete } from '../../game/puzzle';
import { announce, failureText, toast } from '../../shell/messages';
import { feedback } from '../../shell/feedback';
import { icon } from '../../shell/icons';
import { replaceFragment } from '../../shell/route';
import { practiced, session } from '../../shell/session';
import { change, settings } from '../../shell/settings';
import { ViewElement } from '../../shell/view';
import { language, t, wordsLoaded } from '../../words';
import { helpBoard, type HelpShow } from '../help/board';
import type { HelpPanel } from '../help/panel';
import { bar } from './bar';
import { Judge } from './judge';
import { findMistakes, goOn, openFragment, stepsToCorrect } from './library';
import { Pad } from './pad';
import { padStyles } from './pad-styles';
import { Sheets } from './sheets';
import { playStyles } from './styles';

/** Loads `<arc-help-panel>`. Returns whether that succeeded. */
const loadHelp = (): Promise<boolean> =>
  import('../help/panel').then(
    () => true,
    () => false,
  );

type Asking = 'new' | 'games' | 'options' | 'result';

/** The view *Play*: the board, the pad and the panel of help. */
@customElement('arc-view-play')
export class PlayView extends ViewElement {
  static override styles = [badgeStyles, padStyles, playStyles];

  @state() mode: Mode = 'digit';
  @state() target: ColorTarget = 'cell';
  @state() active = 1;
  @state() activeColor = 1;
  @state() multiple = false;
  @state() paused = false;
  @state() asking?: Asking;
  @state() private wanted = new URLSearchParams();
  @state() private mistakes: readonly string[] = [];
  /** Whether digits differ from the solution, which help can explain. */
  @state() isWrong = false;
  @state() private shown: HelpShow = {};
  @state() private hasHelp = false;
  /** Whether help is about the puzzle from its clues, instead of the board. */
  @state() private fromClues = false;
  @state() zoom = 1;

  @query('arc-sudoku') private board?: ArcSudoku;
  @query('arc-help-panel') private help?: HelpPanel;

  private readonly pad = new Pad(this);
  readonly judge = new Judge(this);
  readonly sheets = new Sheets(this);
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
    signal.addEventListener('abort', session.finished.subscribe(this.onFinished));
    if (!this.paused) session.run();
    void loadHelp().then(async (has) => {
      this.hasHelp = has;
      await import('./dialogs');
    });
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
      if (game?.state !== this.last?.state) {
        this.mistakes = [];
        this.isWrong = this.fromClues = false;
      }
      this.judge.look(game);
      this.greet(this.last, game);
      this.last = game;
    }
  }

  /** Opens the puzzle of the fragment, or the last game. Then removes the fragment, because the game changes. */
  private async openParams(): Promise<void> {
    const { params } = this;
    if (params.toString() !== '') replaceFragment('play');
    if (params.has('p')) {
      try {
        await openFragment(params);
      } catch (error) {
        toast(failureText(error), { kind: 'error' });
      }
    }
    if (params.has('daily') || params.has('level')) [this.wanted, this.asking] = [params, 'new'];
    if (params.has('games')) this.asking = 'games';
    await wordsLoaded;
    goOn();
    if (this.isConnected && !this.paused) session.run();
  }

  /** Shows a message when the last cell is filled, but rules are broken. */
  private greet(before: games.Game | undefined, game: games.Game | undefined): void {
    if (!game || !before || before.id !== game.id || games.standing(game) !== 'full') return;
    if (games.standing(before) !== 'full') queueMicrotask(() => toast(t().play.full));
  }

  private readonly onFinished = (result: Finished | undefined): void => {
    if (!result || result.id !== session.value?.id) return;
    this.sheets.close();
    this.asking = 'result';
    announce(t().play.solved(timeText(result.seconds * 1000)));
    feedback('solved');
  };

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
        return session.update(action.kind === 'undo' ? games.undo : games.redo);
      case 'mode':
        this.mode = action.mode;
        return announce(t().play.modes[action.mode]);
      case 'target':
        this.target = action.target;
        return announce(t().play.targets[action.target]);
      case 'active':
        this.active = action.digit;
        break;
      case 'active-color':
        this.activeColor = action.color;
        break;
      case 'entry':
        return this.setEntry(action.entry, action.digit);
      case 'hint':
        return void this.hint();
      default:
        if (!this.shown.state) this.judge.enter(action);
    }
  }

  /** Performs an action of the pad on the board, after entering a pending character. */
  press(act: (board: ArcSudoku) => void): void {
    const { board } = this;
    if (!board) return;
    flush(board);
    act(board);
  }

  setEntry(entry: 'cell' | 'digit', digit?: number): void {
    if (digit !== undefined) this.active = digit;
    change({ entry });
    announce(t().play.entries[entry]);
    feedback('switch');
  }

  private async hint(): Promise<void> {
    if (session.value && isIncomplete(session.value.puzzle)) return toast(t().exchange.author.noHints);
    if (await this.openHelp()) await this.help?.hint();
  }

  /** Shows the panel of help, which is loaded first. Returns whether that succeeded. */
  private async openHelp(): Promise<boolean> {
    if (this.paused) return false;
    this.sheets.open('help');
    this.hasHelp = await loadHelp();
    if (!this.hasHelp) toast(t().app.notLoaded, { kind: 'error' });
    await this.updateComplete;
    return this.hasHelp;
  }

  private async showPath(): Promise<void> {
    this.asking = undefined;
    this.fromClues = true;
    this.sheets.open('help');
    await this.updateComplete;
    await this.help?.path();
  }

  /** Compares the board with the solution, on request. */
  async check(): Promise<void> {
    const game = session.value;
    if (!game) return;
    const { text, cells, kind, isWrong = false } = await findMistakes(game);
    if (session.value?.state !== game.state) return;
    [this.mistakes, this.isWrong] = [cells, isWrong];
    toast(text, { kind });
  }

  /** Shows why a digit is wrong: the digit of a selected cell, or the one with the shortest explanation. */
  readonly explain = async (): Promise<void> => {
    const { board, mistakes } = this;
    const selected = board?.selection.map((cell) => cellName(cell, board.layout.shape)) ?? [];
    const cell = selected.find((name) => mistakes.includes(name));
    if (await this.openHelp()) await this.help?.why(cell);
  };

  /** Undoes all steps since the last state without a mistake. */
  async goBack(): Promise<void> {
    const game = session.value;
    if (!game) return;
    const texts = t().play;
    try {
      const steps = await stepsToCorrect(game);
      if (session.value?.state !== game.state) return;
      if (typeof steps === 'string') return toast(texts.notBack[steps]);
      session.update((one, now) => games.undo(one, now, steps));
      toast(steps === 0 ? texts.noMistakes : texts.wentBack(steps));
    } catch (error) {
      toast(failureText(error), { kind: 'error' });
    }
  }

  readonly pause = (): void => {
    this.paused = !this.paused;
    if (this.paused) {
      this.board?.select([]);
      session.pause();
    } else session.run();
    if (!this.paused) void this.updateComplete.then(() => this.board?.focus());
  };

  private get layers(): Layers {
    const { state, layers: drawn = {} } = this.shown;
    const { broken } = this.judge;
    const layers = withDrawing(session.value, state || !broken ? drawn : { ...drawn, conflicts: broken.cells });
    const wrong = state || !session.value ? [] : [...this.mistakes, ...this.judge.marked(session.value)];
    return wrong.length === 0 ? layers : { ...layers, tints: [...(layers.tints ?? []), { role: 'bad', cells: wrong }] };
  }

  override render() {
    const game = session.value;
    const texts = t().play;
    const written = game ? [authorPanel(game, true), ruleList(game.puzzle)].filter((part) => part !== nothing) : [];
    const rules = written.length > 0 ? written : nothing;
    return html`<h1 class="hidden-text">${t().views.play}</h1>
      <div class="play ${settings.value.leftHand ? 'left-hand' : ''}" @keydown=${this.sheets.onKey}>
        ${bar(this, game)}
        <div class="board">${game ? this.boardOf(game) : nothing}</div>
        <div class="controls">
          ${game ? this.pad.render(game) : nothing}
          <div class="further" ?inert=${this.sheets.isOpen}>
            ${rules === nothing ? nothing : this.sheets.button('rules', texts.rulesOf)}
            ${this.sheets.button('entry', texts.more)} ${this.sheets.button('help', texts.moreHelp)}
          </div>
          ${this.sheets.render('entry', texts.more, game ? this.pad.marks(game) : nothing)}
        </div>
        <div class="aside">
          ${this.sheets.render('help', texts.help, this.hasHelp && game ? this.helpOf(game) : nothing)}
          ${rules === nothing ? nothing : this.sheets.render('rules', texts.rulesOf, rules)}
        </div>
      </div>
      <arc-new-game .open=${this.asking === 'new'} .wanted=${this.wanted} @close=${this.closeDialog}></arc-new-game>
      <arc-games .open=${this.asking === 'games'} @close=${this.closeDialog}></arc-games>
      <arc-options .open=${this.asking === 'options'} @close=${this.closeDialog}></arc-options>
      <arc-result
        .open=${this.asking === 'result'}
        @close=${this.closeDialog}
        @arc-path=${this.showPath}
      ></arc-result>`;
  }

  private readonly closeDialog = (): void => {
    this.asking = undefined;
  };

  async share(): Promise<void> {
    const { openExport } = await import('../../exchange/dialogs');
    if (session.value) openExport(session.value, () => this.board?.toSVG() ?? '');
  }

  private boardOf(game: games.Game): TemplateResult {
    const { value } = settings;
    const texts = t().play;
    // A hint is not mixed with the highlight of the selection, and rows and columns have the names that it uses.
    const helps = this.shown.layers !== undefined;
    const open = this.shown.state ?? (this.paused ? [] : games.visibleState(game));
    // Five larger marks have no space in a line.
    const most = value.fontSize === 'normal' ? 5 : 4;
    const places = game.auto || game.state.some(({ center }) => (center?.length ?? 0) > most);
    return html`<arc-sudoku
        .shape=${game.puzzle.shape}
        .rules=${game.puzzle.rules}
        .state=${open}
        .layers=${this.paused ? {} : this.layers}
        .highlight=${{ equal: value.showEqual && !helps, peers: value.showPeers && !helps, conflicts: value.conflicts !== 'off' }}
        .mode=${this.mode}
        .target=${this.target}
        .entry=${value.entry}
        .activeDigit=${this.active}
        .activeColor=${this.activeColor}
        .multiple=${this.multiple}
        .zoom=${this.zoom}
        .letters=${value.letters}
        .labels=${value.showLabels || helps}
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
      }`;
  }

  private helpOf(game: games.Game): TemplateResult {
    if (isIncomplete(game.puzzle)) return html`<p class="card">${t().exchange.author.noHints}</p>`;
    const { removeMarks } = settings.value;
    return html`<arc-help-panel
      .board=${helpBoard(this.fromClues ? games.restart(game, 0) : game)}
      .paused=${this.paused}
      @arc-help-used=${({ detail }: CustomEvent<string | undefined>) => {
        session.update(games.helped);
        if (detail) practiced(detail, 'hints');
      }}
      @arc-help-back=${() => void this.goBack()}
      @arc-help-show=${({ detail }: CustomEvent<HelpShow>) => (this.shown = detail)}
      @arc-help-apply=${({ detail }: CustomEvent<readonly games.HelpChange[]>) =>
        session.update((one, now) => games.applyHelp(one, detail, now, !removeMarks))}
    ></arc-help-panel>`;
  }
}
