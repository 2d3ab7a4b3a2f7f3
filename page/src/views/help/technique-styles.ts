import { css } from 'lit';

import { each } from '../../element/palette';
import { bareList, column, panel, tiles } from '../../shell/styles';

/** The link to the parent page. */
const upStyles = css`
  .up {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    min-height: 40px;
    margin-inline-start: -6px;
    text-decoration: none;
  }
`;

export const pageStyles = css`
  ${upStyles}
  .title {
    ${column('8px')};
    margin: 4px 0 20px;
  }
  h1 {
    overflow-wrap: anywhere;
  }
  .lead {
    font-size: 1.0625rem;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    margin: 4px 0 0;
  }
  .facts div {
    display: flex;
    gap: 8px;
  }
  .facts dt {
    color: var(--quiet);
  }
  .facts dd {
    font-variant-numeric: tabular-nums;
    font-weight: 600;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 30rem) minmax(0, 1fr);
    gap: 32px;
    align-items: start;
  }
  .columns .stack {
    gap: 24px;
  }
  section h2 {
    margin-bottom: 8px;
  }
  .step {
    background: none;
  }
  .step h2 {
    display: none;
  }
  .practice {
    ${column('12px')};
    margin-top: 32px;
    padding-top: 24px;
    border-top: 1px solid var(--line);
  }
  .practice h2 {
    margin: 0;
  }
  .boards {
    ${tiles('48px', '8px')};
    max-width: 44rem;
    ${bareList};
  }
  .boards a {
    display: flex;
    align-items: center;
    justify-content: center;
    height: 48px;
    border: 1px solid var(--outline);
    border-radius: 6px;
    background: var(--surface);
    color: var(--text);
    font-variant-numeric: tabular-nums;
    text-decoration: none;
  }
  .boards a:hover {
    border-color: var(--accent);
    background: var(--accent-soft);
  }
  .boards a.done {
    border-color: var(--good);
    color: var(--good);
  }
  @media (max-width: 800px) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
      gap: 20px;
    }
  }
`;

export const practiceStyles = css`
  ${upStyles}
  .play {
    display: grid;
    grid-template-columns: minmax(0, 34rem) minmax(18rem, 1fr);
    gap: 16px 32px;
    align-items: start;
    margin-top: 4px;
  }
  .board {
    width: min(100%, calc(100dvh - 150px));
    min-width: min(100%, 20rem);
    justify-self: center;
  }
  .side {
    ${column('16px')};
  }
  .task {
    color: var(--quiet);
  }
  .verdict {
    ${column('8px')};
    padding: 12px 16px;
    ${panel};
    border-left: 4px solid var(--outline);
  }
  ${each('border-left-color', { part: 'var(--warn)', other: 'var(--bad)', found: 'var(--good)' })}
  .verdict strong {
    color: var(--good);
  }
  .tools {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 6px;
  }
  .tools > :only-child,
  .tools .primary {
    grid-column: 1 / -1;
  }
  @media (max-width: 800px) {
    .play {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
