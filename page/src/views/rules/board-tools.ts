import { html, nothing, type TemplateResult } from 'lit';

import type { Shape } from '../../element/types';
import { isLarge } from '../../element/zoom';
import { icon, type IconName } from '../../shell/icons';
import { t } from '../../words';

interface BoardTools {
  readonly shape: Shape;
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
export function boardTools({ shape, zoom, moving, undo, redo, restart, enlarge, move }: BoardTools): TemplateResult {
  const texts = t().rules;
  const large = isLarge(shape);
  const button = (name: IconName, label: string, act: false | (() => void), short = label, pressed?: boolean) =>
    html`<button
      aria-label=${label}
      title=${label}
      aria-pressed=${pressed ?? nothing}
      ?disabled=${!act}
      @click=${act || nothing}
    >
      ${icon(name)}<span>${short}</span>
    </button>`;
  return html`<div class="row under">
    ${button('undo', t().common.undo, undo)} ${button('redo', t().common.redo, redo)}
    ${large ? button('zoom', t().play.zoom(zoom), enlarge, `${zoom}×`) : nothing}
    ${zoom > 1 && moving !== undefined ? button('move', texts.move, move, texts.move, moving) : nothing}
    ${
      large
        ? button('trash', texts.restart, restart)
        : html`<button class="plain" @click=${restart}>${icon('trash')}${texts.restart}</button>`
    }
  </div>`;
}
