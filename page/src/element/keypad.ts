import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';

import type { ArcSudoku } from './arc-sudoku';
import { digitsOf, digitText, leastOf } from './cells';
import { enterDigit } from './input-keys';
import { MODES } from './keys';
import { paletteStyles } from './palette';
import type { BoardWords } from './render';

/** Keys below a board, for screens without a keyboard. The board renders them again when it changes. */
@customElement('arc-keypad')
export class Keypad extends LitElement {
  static override styles = css`
    :host {
      display: grid;
      grid-template-columns: repeat(5, minmax(0, 1fr));
      gap: 6px;
      padding-top: 8px;
      touch-action: manipulation;
    }
    .row {
      grid-column: 1 / -1;
      display: flex;
      gap: 6px;
    }
    button {
      flex: 1 1 44px;
      min-width: 0;
      min-height: 44px;
      padding: 0 2px;
      border: 1px solid var(--thin);
      border-radius: 6px;
      background: var(--paper);
      color: var(--ink);
      font-size: 1.25rem;
      font-weight: 600;
      font-family: inherit;
    }
    .row button {
      overflow: hidden;
      font-size: 0.8125rem;
      text-overflow: ellipsis;
    }
    button[aria-pressed='true'] {
      border-color: var(--chosen);
      box-shadow: inset 0 0 0 2px var(--chosen);
    }
    button:disabled {
      opacity: 0.5;
    }
    svg {
      width: 24px;
      height: 24px;
      vertical-align: middle;
    }
    ${paletteStyles}
  `;

  @property({ attribute: false }) board!: ArcSudoku;
  @property({ attribute: false }) words!: BoardWords;
  /** What the keys depend on. */
  @property({ attribute: false }) state: unknown;

  override render(): TemplateResult {
    const { board, words } = this;
    const { keys } = words;
    const { shape } = board.layout;
    const areColors = board.mode === 'color' && board.target === 'cell';
    const count = areColors ? words.colorNames.length : shape.size;
    const button = (text: unknown, press: () => void, label?: string, pressed?: boolean) =>
      html`<button aria-label=${label ?? nothing} aria-pressed=${pressed ?? nothing} @click=${press}>${text}</button>`;
    return html`<div class="row" role="group" aria-label=${keys.label}>
        ${MODES.map((mode) =>
          button(keys.modes[mode], () => board.request({ kind: 'mode', mode }), undefined, board.mode === mode),
        )}
      </div>
      ${digitsOf(count).map((digit) =>
        button(
          areColors
            ? html`<svg aria-hidden="true"><rect class="k${digit}" width="24" height="24" rx="5" /></svg>`
            : digitText(digit, board.letters, leastOf(shape)),
          () => enterDigit(board, digit, board.mode),
          areColors ? words.colorNames[digit - 1] : undefined,
          board.entry === 'digit' ? digit === (areColors ? board.activeColor : board.activeDigit) : undefined,
        ),
      )}
      <div class="row">
        ${(['undo', 'redo'] as const).map((kind) => button(keys[kind], () => board.request({ kind })))}
        ${button(keys.clear, () => board.request({ kind: 'clear', mode: board.mode, cells: board.selection }))}
      </div>`;
  }
}

export const keypad = (board: ArcSudoku, words: BoardWords): TemplateResult =>
  html`<arc-keypad
    .board=${board}
    .words=${words}
    .state=${[board.state, board.selection, board.mode, board.target, board.entry, board.activeDigit, board.activeColor]}
  ></arc-keypad>`;
