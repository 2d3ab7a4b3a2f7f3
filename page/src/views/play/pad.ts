import { html, nothing, svg, type TemplateResult } from 'lit';

import type { ArcSudoku } from '../../element/arc-sudoku';
import { digitsOf, digitText, leastOf } from '../../element/cells';
import { enterDigit } from '../../element/input-keys';
import { MODES } from '../../element/keys';
import { patterns } from '../../element/palette';
import type { ColorTarget, Mode } from '../../element/types';
import { isLarge, nextZoom } from '../../element/zoom';
import { digitsLeft, fillMarks, restart, type Game } from '../../game/game';
import { all, bareSelect, check, iconButton, radioKey, radios } from '../../shell/controls';
import { icon, type IconName } from '../../shell/icons';
import { toast } from '../../shell/messages';
import { session } from '../../shell/session';
import { settings } from '../../shell/settings';
import { t } from '../../words';
import type { PlayView } from './index';

/** The duration of a long press on a digit, which switches to digit-first entry. */
const LONG = 500;

/** Columns of the keys by the number of digits. The default is 3, on phones 5. */
const COLUMNS: Record<number, number> = { 4: 4, 5: 5, 8: 4, 10: 5, 12: 4, 15: 5, 16: 4, 20: 5, 25: 5 };
const ON_PHONES: Record<number, number> = { 4: 4, 6: 6, 12: 6, 15: 8, 16: 8, 20: 7, 25: 7 };
/** Sizes with keys of smaller height. */
const DENSE = [15, 16, 20, 25];

/** Modes, digits and actions, within reach of one thumb. */
export class Pad {
  private timer?: ReturnType<typeof setTimeout>;
  private wasLong = false;
  /** The digit whose candidates are filled in; 0 for all digits. */
  private fillDigit = 0;

  constructor(private readonly view: PlayView) {}

  private onDown(digit: number): void {
    const { entry } = settings.value;
    this.wasLong = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wasLong = true;
      const isOn = entry === 'digit' && this.view.active === digit;
      this.view.press((board) =>
        board.request({ kind: 'entry', ...(isOn ? { entry: 'cell' } : { entry: 'digit', digit }) }),
      );
    }, LONG);
  }

  private readonly onUp = (): void => clearTimeout(this.timer);

  private onClick(digit: number): void {
    // The click at the end of a long press does not count.
    if (!this.wasLong) this.enter(digit);
    this.wasLong = false;
  }

  private enter(digit: number): void {
    this.view.press((board) => enterDigit(board, digit, this.view.mode));
  }

  render(game: Game): TemplateResult {
    const texts = t().play;
    const { view } = this;
    const { mode, target, zoom } = view;
    const { shape } = game.puzzle;
    const { size } = shape;
    const isWide = isLarge(shape);
    const columns = `c${COLUMNS[size] ?? 3} p${ON_PHONES[size] ?? 5}`;
    const modes = MODES.map((mode, index) => {
      const [name, keys] = [texts.modes[mode], 'ZXCV'[index]];
      return [
        mode,
        html`${modeIcon(mode)}<span>${name}</span>`,
        { look: 'mode', title: `${name} (${keys})`, keys },
      ] as const;
    });
    const chooseMode = (mode: Mode) => view.press((board) => board.request({ kind: 'mode', mode }));
    const action = (name: IconName, label: string, key: string, act: (board: ArcSudoku) => void, more = {}) => {
      const title = key ? `${label} (${key})` : label;
      return iconButton(name, label, () => view.press(act), {
        look: 'action',
        off: view.paused,
        title,
        text: label,
        ...more,
      });
    };
    return html`<div class="pad" ?inert=${view.sheets.isOpen}>
      ${radios(texts.mode, modes, mode, chooseMode, { look: 'segments modes', off: view.paused })}
      ${mode === 'color' ? this.targets() : nothing}
      <div
        class="digits ${columns} ${size > 12 ? 'wide' : ''} ${DENSE.includes(size) ? 'dense' : ''} ${mode}-keys"
        role="group"
        aria-label=${t().common.digits}
      >
        ${mode === 'color' && target === 'cell' ? this.swatches() : this.digitKeys(game)}
      </div>
      <div class="actions ${isWide ? 'zooming' : ''}">
        ${action('undo', t().common.undo, '[', (board) => board.request({ kind: 'undo' }), { off: view.paused || game.past.length === 0 })}
        ${action('redo', t().common.redo, ']', (board) => board.request({ kind: 'redo' }), { off: view.paused || game.future.length === 0 })}
        ${action('erase', t().common.erase, 'Delete', (board) => board.request({ kind: 'clear', mode, cells: board.selection }))}
        ${action('select', texts.multiple, '', () => (view.multiple = !view.multiple), { pressed: view.multiple })}
        ${isWide ? action('zoom', texts.zoom(zoom), '', () => (view.zoom = nextZoom(zoom, shape))) : nothing}
        ${action('hint', texts.hint, '?', (board) => board.request({ kind: 'hint' }))}
        ${action('check', texts.check, '', () => void view.check())}
      </div>
      ${view.isWrong ? html`<button @click=${view.explain}>${icon('hint')}${t().help.why}</button>` : nothing}
    </div>`;
  }

  /** Controls that are needed less often than the pad: entry order, marks, restart. */
  marks(game: Game): TemplateResult {
    const texts = t().play;
    const { shape } = game.puzzle;
    const { size } = shape;
    const digit = this.fillDigit <= size ? this.fillDigit : 0;
    return html`<div class="marks">
      ${radios(texts.entry, all(texts.entries), settings.value.entry, (entry) => this.view.setEntry(entry))}
      ${check(texts.autoMarks, game.auto, (auto) => session.update((one) => ({ ...one, auto })))}
      <div class="fill">
        <button @click=${() => session.update((one, now) => fillMarks(one, now, digit || undefined))}>
          ${texts.fillOnce}
        </button>
        ${bareSelect(
          texts.fillWhich,
          [[0, texts.allDigits], ...digitsOf(size).map((one) => [one, digitText(one, false, leastOf(shape))] as const)],
          digit,
          (one) => {
            this.fillDigit = one;
            this.view.requestUpdate();
          },
        )}
      </div>
      <button class="plain restart quiet" ?disabled=${game.past.length === 0} @click=${() => void this.view.goBack()}>
        ${texts.goBack}
      </button>
      <button class="plain restart quiet" ?disabled=${game.past.length === 0} @click=${this.clear}>
        ${texts.restart}
      </button>
    </div>`;
  }

  private readonly clear = (): void => {
    session.update(restart);
    toast(t().play.cleared);
  };

  private targets(): TemplateResult {
    const texts = t().play;
    const { view } = this;
    const choose = (target: ColorTarget) => view.press((board) => board.request({ kind: 'target', target }));
    return radios(texts.target, all(texts.targets), view.target, choose, {
      look: 'segments targets',
      off: view.paused,
    });
  }

  private digitKeys(game: Game): TemplateResult {
    const texts = t().play;
    const { mode, active, paused } = this.view;
    const { entry, letters } = settings.value;
    const colors = mode === 'color';
    const missing = settings.value.showLeft ? digitsLeft(game) : [];
    const { shape } = game.puzzle;
    const keys = digitsOf(shape.size).map((digit) => {
      const left = missing[digit - 1];
      const text = digitText(digit, letters, leastOf(shape));
      return html`<button
        class="key ${mode} ${left !== undefined && left <= 0 ? 'done' : ''}"
        title=${left === undefined ? text : texts.digitLeft(text, Math.max(0, left))}
        aria-pressed=${entry === 'digit' && !colors ? active === digit : nothing}
        ?disabled=${paused}
        @pointerdown=${() => this.onDown(digit)}
        @pointerup=${this.onUp}
        @pointerleave=${this.onUp}
        @contextmenu=${(event: Event) => event.preventDefault()}
        @click=${() => this.onClick(digit)}
      >
        <span class="digit">${text}</span>
        ${
          left === undefined
            ? nothing
            : html`<span class="left">${left > 0 ? left : left < 0 ? '!' : '✓'}</span>
                <span class="hidden-text">${left < 0 ? texts.tooMany : texts.left}</span>`
        }
      </button>`;
    });
    return html`${keys}${colors ? this.colorChoice() : nothing}`;
  }

  /** The colors. While candidates are colored, the digits choose the candidate and these buttons choose the color. */
  private colorChoice(): TemplateResult {
    return html`<div class="color-choice" role="radiogroup" aria-label=${t().play.modes.color} @keydown=${radioKey}>
      ${this.swatches('radio')}
    </div>`;
  }

  private swatches(role?: 'radio'): TemplateResult[] {
    const { view } = this;
    const choosing = role !== undefined || settings.value.entry === 'digit';
    return t().board.colorNames.map((name, index) => {
      const color = index + 1;
      const active = view.activeColor === color;
      const choose = () => view.press((board) => board.request({ kind: 'active-color', color }));
      return html`<button
        class="key swatch ${choosing && active ? 'active' : ''}"
        role=${role ?? nothing}
        aria-checked=${role ? active : nothing}
        tabindex=${role && !active ? -1 : 0}
        aria-pressed=${!role && choosing ? active : nothing}
        aria-label=${name}
        title="${name} (${color})"
        ?disabled=${view.paused}
        @click=${role ? choose : () => this.enter(color)}
      >
        <svg aria-hidden="true" preserveAspectRatio="xMidYMid slice" viewBox="0 0 48 32">
          <defs>${patterns()}</defs>
          <rect width="48" height="32" fill="url(#color-${color})" />
        </svg>
      </button>`;
    });
  }
}

/** The icon of a mode: a cell with a digit in the style of the mode. */
function modeIcon(mode: Mode): TemplateResult {
  const inside = {
    digit: svg`<text x="12" y="17.5" font-size="15" font-weight="600">5</text>`,
    corner: svg`<text x="7.5" y="10.5" font-size="8">1</text><text x="16.5" y="10.5" font-size="8">2</text>`,
    center: svg`<text x="12" y="15" font-size="8.5">12</text>`,
    color: svg`<path class="half" d="M4 20L20 4V20Z" />`,
  };
  return html`<svg class="mode-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect x="3" y="3" width="18" height="18" rx="2.5" />
    ${inside[mode]}
  </svg>`;
}
