import { css } from 'lit';

import { each } from '../../element/palette';
import { bareList, column, line, row, tiles } from '../../shell/styles';

/** The link to the parent page, and two columns. */
const bothStyles = css`
  .up {
    ${line('4px')};
    width: fit-content;
    min-height: 40px;
    margin-inline-start: -6px;
    text-decoration: none;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, var(--first, 30rem)) minmax(0, 1fr);
    gap: 20px 32px;
    align-items: start;
  }
  @media (max-width: 800px) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

export const pageStyles = css`
  ${bothStyles}
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
    ${row('4px 24px')};
    margin: 4px 0 0;
  }
  .facts div {
    ${line('8px')};
  }
  .facts dd {
    font-weight: 600;
  }
  .columns .stack {
    gap: 24px;
  }
  .columns h2 {
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
  .boards {
    ${tiles('48px', '8px')};
    max-width: 44rem;
    ${bareList};
  }
  .boards .button {
    width: 100%;
    height: 48px;
    padding: 0;
  }
  .done {
    border-color: var(--good);
    color: var(--good);
  }
`;

export const practiceStyles = css`
  ${bothStyles}
  .columns {
    --first: 34rem;
    margin-top: 4px;
  }
  .board {
    width: min(100%, calc(100dvh - 150px));
    min-width: min(100%, 20rem);
    justify-self: center;
  }
  .verdict {
    ${column('8px')};
    /* The buttons below stay in their places when the text becomes shorter. */
    min-height: calc(3lh + 32px);
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
`;
