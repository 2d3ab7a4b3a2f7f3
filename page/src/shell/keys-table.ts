import { css, html, type TemplateResult } from 'lit';

export const keysStyles = css`
  .keys {
    width: 100%;
    max-width: 44rem;
  }
  .keys td:first-child {
    width: 45%;
  }
  kbd {
    display: inline-block;
    min-width: 1.7em;
    padding: 1px 6px;
    border: 1px solid var(--outline);
    border-bottom-width: 2px;
    border-radius: 5px;
    font: 0.8125rem/1.5 var(--font);
    text-align: center;
    white-space: nowrap;
  }
`;

/** A table of keys, separated by spaces, and their actions. */
export function keysTable(rows: readonly (readonly [string, string])[]): TemplateResult {
  return html`<table class="keys">
    <tbody>
      ${rows.map(
        ([keys, what]) =>
          html`<tr>
            <td>${keys.split(' ').map((key) => html`<kbd>${key}</kbd> `)}</td>
            <td>${what}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
