import { html, nothing, svg, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import { digitText, leastOf } from '../../element/cells';
import { MODES } from '../../element/keys';
import { patterns } from '../../element/palette';
import { usualShape } from '../../element/rules';
import type { Action, ColorTarget, Entry, Mode, Shape } from '../../element/types';
import { isLarge } from '../../element/zoom';
import type { IconName } from '../../shell/icons';
import { all, iconButton, radioKey, radios } from '../../shell/controls';
import { Component } from '../../shell/view';
import { t } from '../../words';
import { padStyles } from './pad-styles';

/** What is asked for with the pad: an action of the board, or something that only the view can do. */
export type PadAction =
  | { readonly kind: 'key'; readonly digit: number }
  | { readonly kind: 'clear' | 'multiple' | 'check' | 'zoom' }
  | Extract<Action, { kind: 'undo' | 'redo' | 'hint' | 'mode' | 'target' | 'entry' | 'active-color' }>;

/** How long a press on a digit is long: it switches to digit-first entry. */
const LONG = 500;

/** Columns of the keys by the number of digits, where they are not 3; on phones, where they are not 5. */
const COLUMNS: Record<number, number> = { 4: 4, 5: 5, 8: 4, 10: 5, 12: 4, 15: 5, 16: 4, 20: 5, 25: 5 };
const ON_PHONES: Record<number, number> = { 4: 4, 6: 6, 12: 6, 15: 8, 16: 8, 20: 7, 25: 7 };
/** Sizes whose keys are lower. */
const DENSE = [15, 16, 20, 25];

/** Modes, digits and actions, in reach of one thumb. */
@customElement('arc-pad')
export class ArcPad extends Component {
  static override styles = padStyles;

  @property({ attribute: false }) shape: Shape = usualShape(9);
  @property() mode: Mode = 'digit';
  @property() target: ColorTarget = 'cell';
  @property() entry: Entry = 'cell';
  @property({ type: Number }) active = 1;
  @property({ type: Number }) activeColor = 1;
  /** How often each digit is missing. */
  @property({ attribute: false }) left: readonly number[] = [];
  @property({ type: Boolean }) letters = false;
  @property({ type: Boolean }) multiple = false;
  /** How much larger the board is drawn. */
  @property({ type: Number }) zoom = 1;
  @property({ type: Boolean }) canUndo = false;
  @property({ type: Boolean }) canRedo = false;
  @property({ type: Boolean, reflect: true }) disabled = false;

  private timer?: ReturnType<typeof setTimeout>;
  private wasLong = false;

  private ask(action: PadAction): void {
    this.send('arc-pad', action);
  }

  private onDown(digit: number): void {
    this.wasLong = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wasLong = true;
      this.ask(
        this.entry === 'digit' && this.active === digit
          ? { kind: 'entry', entry: 'cell' }
          : { kind: 'entry', entry: 'digit', digit },
      );
    }, LONG);
  }

  private readonly onUp = (): void => clearTimeout(this.timer);

  private onClick(digit: number): void {
    // The click that ends a long press is part of it.
    if (!this.wasLong) this.ask({ kind: 'key', digit });
    this.wasLong = false;
  }

  override render() {
    const texts = t().play;
    const { size } = this.shape;
    const isWide = isLarge(this.shape);
    const columns = `c${COLUMNS[size] ?? 3} p${ON_PHONES[size] ?? 5}`;
    const modes = MODES.map((mode, index) => {
      const [name, keys] = [texts.modes[mode], 'ZXCV'[index]];
      return [
        mode,
        html`${modeIcon(mode)}<span>${name}</span>`,
        { look: 'mode', title: `${name} (${keys})`, keys },
      ] as const;
    });
    return html`${radios(texts.mode, modes, this.mode, (mode) => this.ask({ kind: 'mode', mode }), { look: 'segments modes', off: this.disabled })}
      ${this.mode === 'color' ? this.targets() : nothing}
      <div
        class="keys ${columns} ${size > 12 ? 'wide' : ''} ${DENSE.includes(size) ? 'dense' : ''} ${this.mode}-keys"
        role="group"
        aria-label=${t().common.digits}
      >
        ${this.mode === 'color' && this.target === 'cell' ? this.colorKeys() : this.digitKeys()}
      </div>
      <div class="actions ${isWide ? 'zooming' : ''}">
        ${this.action('undo', 'undo', texts.undo, '[', !this.canUndo)}
        ${this.action('redo', 'redo', texts.redo, ']', !this.canRedo)}
        ${this.action('clear', 'erase', t().common.erase, 'Delete')}
        ${this.action('multiple', 'select', texts.multiple, '', false, this.multiple)}
        ${isWide ? this.action('zoom', 'zoom', texts.zoom(this.zoom), '') : nothing}
        ${this.action('hint', 'hint', texts.hint, '?')} ${this.action('check', 'check', texts.check, '')}
      </div>`;
  }

  private action(
    kind: 'undo' | 'redo' | 'clear' | 'multiple' | 'zoom' | 'hint' | 'check',
    name: IconName,
    label: string,
    key: string,
    disabled = false,
    pressed?: boolean,
  ): TemplateResult {
    const title = key ? `${label} (${key})` : label;
    const off = disabled || this.disabled;
    return iconButton(name, label, () => this.ask({ kind }), { look: 'action', off, title, text: label, pressed });
  }

  private targets(): TemplateResult {
    const texts = t().play;
    return radios(texts.target, all(texts.targets), this.target, (target) => this.ask({ kind: 'target', target }), {
      look: 'segments targets',
      off: this.disabled,
    });
  }

  private digitKeys(): TemplateResult {
    const texts = t().play;
    const colors = this.mode === 'color';
    const keys = Array.from({ length: this.shape.size }, (_, index) => {
      const digit = index + 1;
      const left = this.left[index];
      const text = digitText(digit, this.letters, leastOf(this.shape));
      const active = this.entry === 'digit' && !colors && this.active === digit;
      return html`<button
        class="key ${this.mode} ${left !== undefined && left <= 0 ? 'done' : ''}"
        title=${left === undefined ? text : texts.digitLeft(text, Math.max(0, left))}
        aria-pressed=${this.entry === 'digit' && !colors ? active : nothing}
        ?disabled=${this.disabled}
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

  /** While candidates are colored, digits choose the candidate, and these choose the color. */
  private colorChoice(): TemplateResult {
    return html`<div class="color-choice" role="radiogroup" aria-label=${t().play.modes.color} @keydown=${radioKey}>
      ${t().board.colorNames.map((name, index) => this.swatch(name, index + 1, 'radio'))}
    </div>`;
  }

  private colorKeys(): TemplateResult[] {
    return t().board.colorNames.map((name, index) => this.swatch(name, index + 1));
  }

  private swatch(name: string, color: number, role?: 'radio'): TemplateResult {
    const active = this.activeColor === color;
    const choosing = role !== undefined || this.entry === 'digit';
    return html`<button
      class="key swatch ${choosing && active ? 'active' : ''}"
      role=${role ?? nothing}
      aria-checked=${role ? active : nothing}
      tabindex=${role && !active ? -1 : 0}
      aria-pressed=${!role && choosing ? active : nothing}
      aria-label=${name}
      title="${name} (${color})"
      ?disabled=${this.disabled}
      @click=${() => this.ask(role ? { kind: 'active-color', color } : { kind: 'key', digit: color })}
    >
      <svg aria-hidden="true" preserveAspectRatio="xMidYMid slice" viewBox="0 0 48 32">
        <defs>${patterns()}</defs>
        <rect width="48" height="32" fill="url(#color-${color})" />
      </svg>
    </button>`;
  }
}

/** A cell with a digit as the mode writes it. */
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
