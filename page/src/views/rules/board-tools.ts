import { html, nothing, type TemplateResult } from 'lit';

import { icon, type IconName } from '../../shell/icons';
import { t } from '../../words';

interface BoardTools {
  readonly size: number;
  readonly zoom: number;
  /** Whether a finger moves an enlarged board; undefined where it does anyway. */
  readonly moving?: boolean;
  readonly undo: false | (() => void);
  readonly redo: false | (() => void);
  readonly restart: () => void;
  readonly enlarge: () => void;
  readonly move: () => void;
}

/** What stands below the board of the editor. */
export function boardTools({ size, zoom, moving, undo, redo, restart, enlarge, move }: BoardTools): TemplateResult {
  const texts = t().rules;
  const step = (name: IconName, label: string, act: false | (() => void)) =>
    html`<button aria-label=${label} title=${label} ?disabled=${!act} @click=${act || nothing}>
      ${icon(name)}<span>${label}</span>
    </button>`;
  return html`<div class="row under">
    ${step('undo', texts.undo, undo)} ${step('redo', texts.redo, redo)}
    <button class="plain" @click=${restart}>${icon('trash')}${texts.restart}</button>
    ${size > 9 ? html`<button @click=${enlarge}>${icon('zoom')}${t().play.zoom(zoom)}</button>` : nothing}
    ${
      zoom > 1 && moving !== undefined
        ? html`<button aria-label=${texts.move} title=${texts.move} aria-pressed=${moving} @click=${move}>
            ${icon('move')}<span>${texts.move}</span>
          </button>`
        : nothing
    }
  </div>`;
}
