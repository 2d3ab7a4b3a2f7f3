import { css, html, nothing, type TemplateResult } from 'lit';

import { language, t } from '../words';
import { iconButton } from './controls';
import { confirmed } from './messages';
import { line } from './styles';

/** A stored item as an entry of a list. */
export interface StoredRow {
  readonly picture: unknown;
  readonly name: string;
  readonly about: unknown;
  /** Time of the last change; 0 if unknown. */
  readonly touched: number;
  readonly isCurrent?: boolean;
  readonly remove: string;
  readonly open: () => void;
  /** Called after a confirmation. */
  readonly erase: () => void;
}

export const storedRowStyles = css`
  .entry {
    ${line('4px')};
  }
  .stored {
    flex: 1;
    justify-content: flex-start;
    gap: 14px;
    min-width: 0;
    min-height: 72px;
    text-align: start;
  }
  .stored svg {
    width: 56px;
    height: 56px;
    flex: none;
  }
  .about {
    display: grid;
    min-width: 0;
  }
  .about > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }
`;

/** A button that opens a stored item, and one that deletes it after a confirmation. */
export function storedRow(row: StoredRow): TemplateResult {
  const { picture, name, about, touched, isCurrent = false, remove, open, erase } = row;
  const ask = async () => (await confirmed(`${remove}?`, t().play.deleteSure)) && erase();
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(touched);
  return html`<li class="entry">
    <button class="stored" aria-current=${isCurrent ? 'true' : nothing} @click=${open}>
      ${picture}
      <span class="about">
        <strong>${name}</strong>
        ${about} ${touched > 0 ? html`<span class="small quiet">${date}</span>` : nothing}
      </span>
    </button>
    ${iconButton('trash', remove, ask, { look: 'plain icon-only' })}
  </li>`;
}
