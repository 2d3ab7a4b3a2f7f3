import { html, nothing, type TemplateResult } from 'lit';

import { digitText } from '../../element/cells';
import { icon } from '../../shell/icons';
import { settings } from '../../shell/settings';
import { t } from '../../words';

interface BoardPad {
  readonly size: number;
  readonly zoom: number;
  readonly digit: (digit: number) => void;
  readonly erase: () => void;
  readonly undo: false | (() => void);
  readonly redo: false | (() => void);
  readonly enlarge: () => void;
}

/** What stands below the board of the checker. */
export function boardPad({ size, zoom, digit, erase, undo, redo, enlarge }: BoardPad): TemplateResult {
  const { check } = t();
  return html`<div class="pad ${size > 9 ? 'many' : ''}" role="group" aria-label=${check.digits}>
      ${Array.from(
        { length: size },
        (_, index) =>
          html`<button @click=${() => digit(index + 1)}>${digitText(index + 1, settings.value.letters)}</button>`,
      )}
      <button aria-label=${check.erase} title=${check.erase} @click=${erase}>${icon('erase')}</button>
    </div>
    <div class="tools">
      <button ?disabled=${!undo} @click=${undo || nothing}>${icon('undo')} ${check.undo}</button>
      <button ?disabled=${!redo} @click=${redo || nothing}>${icon('redo')} ${check.redo}</button>
      ${size > 9 ? html`<button @click=${enlarge}>${icon('zoom')} ${t().play.zoom(zoom)}</button>` : nothing}
    </div>`;
}
