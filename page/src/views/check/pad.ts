import { html, nothing, type TemplateResult } from 'lit';

import { digitText, leastOf } from '../../element/cells';
import type { Shape } from '../../element/types';
import { isLarge } from '../../element/zoom';
import { icon } from '../../shell/icons';
import { settings } from '../../shell/settings';
import { t } from '../../words';

interface BoardPad {
  readonly shape: Shape;
  readonly zoom: number;
  readonly digit: (digit: number) => void;
  readonly erase: () => void;
  readonly undo: false | (() => void);
  readonly redo: false | (() => void);
  readonly enlarge: () => void;
}

/** What stands below the board of the checker. */
export function boardPad({ shape, zoom, digit, erase, undo, redo, enlarge }: BoardPad): TemplateResult {
  return html`<div class="pad ${shape.size > 9 ? 'many' : ''}" role="group" aria-label=${t().common.digits}>
      ${Array.from(
        { length: shape.size },
        (_, index) =>
          html`<button @click=${() => digit(index + 1)}>
            ${digitText(index + 1, settings.value.letters, leastOf(shape))}
          </button>`,
      )}
      <button aria-label=${t().common.erase} title=${t().common.erase} @click=${erase}>${icon('erase')}</button>
    </div>
    <div class="tools">
      <button ?disabled=${!undo} @click=${undo || nothing}>${icon('undo')} ${t().common.undo}</button>
      <button ?disabled=${!redo} @click=${redo || nothing}>${icon('redo')} ${t().common.redo}</button>
      ${isLarge(shape) ? html`<button @click=${enlarge}>${icon('zoom')} ${t().play.zoom(zoom)}</button>` : nothing}
    </div>`;
}
