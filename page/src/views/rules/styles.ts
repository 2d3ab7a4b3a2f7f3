import { css } from 'lit';

import { storedRowStyles } from '../../shell/stored-row';
import { bareList, column, groups, line, row, tiles } from '../../shell/styles';

export const rulesStyles = css`
  .rules {
    display: grid;
    grid-template-columns: minmax(280px, min(calc(100dvh - 220px), 680px)) minmax(20rem, 28rem);
    gap: 24px 32px;
    align-items: start;
    justify-content: center;
  }
  .board {
    position: sticky;
    top: 72px;
    min-width: 0;
  }
  .under {
    margin-top: 12px;
  }
  .side {
    ${column('16px')};
    min-width: 0;
  }
  textarea {
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  textarea[aria-invalid='true'] {
    border-color: var(--bad);
    border-width: 2px;
  }
  label.stack {
    gap: 8px;
  }
  .faults {
    ${column('8px')};
    ${bareList};
  }
  .faults li {
    ${row('4px 12px')};
    justify-content: space-between;
    padding: 8px 12px;
    border-radius: 6px;
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }
  .faults span {
    flex: 1 1 14rem;
  }
  .good,
  .warn {
    ${line('8px')};
  }
  .good {
    color: var(--good);
  }
  .warn {
    color: var(--warn);
  }
  .go p {
    flex-basis: 100%;
  }
  .panel {
    ${column('18px')};
  }
  .kinds {
    gap: 12px;
  }
  .lines input {
    width: 100%;
    min-width: 0;
    font-size: 1rem;
  }
  .lines {
    ${column('6px')};
    ${bareList};
    max-height: 22rem;
    overflow: auto;
  }
  .lines li {
    display: flex;
    gap: 6px;
  }
  .earlier ul {
    ${column('8px')};
    ${bareList};
    margin-top: 12px;
  }
  ${storedRowStyles}
  .stored svg {
    background: #fff;
    color: #000;
  }
  .about > * {
    white-space: nowrap;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(6.5rem, 1fr) 2fr;
    gap: 12px;
  }
  ${groups}
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .tools button {
    flex: 1 1 auto;
    padding-inline: 10px;
    font-size: 0.9375rem;
  }
  .keys {
    ${tiles('44px', '6px')};
  }
  .keys button {
    min-height: 44px;
    padding: 0;
    font-size: 1.125rem;
  }
  .keys [role='radio'] {
    flex-direction: column;
    gap: 0;
    line-height: 1.1;
  }
  .keys small {
    font-size: 0.75rem;
    color: var(--quiet);
  }
  .keys .off small {
    color: var(--bad);
    font-weight: 700;
    text-decoration: underline;
  }
  .keys .wide {
    grid-column: span 2;
    gap: 6px;
    font-size: 0.9375rem;
  }
  .sum {
    ${row('8px')};
  }
  .sum input {
    width: 5.5rem;
  }
  .toggles {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr));
    column-gap: 12px;
  }
  .toggles :disabled {
    cursor: not-allowed;
  }
  @media (max-width: 820px) {
    .rules {
      grid-template-columns: minmax(0, 1fr);
    }
    .board {
      position: static;
      max-width: 560px;
      width: 100%;
      margin: 0 auto;
    }
  }
  /* On phones, the board stays visible while tools below it are used. */
  @media (max-width: 520px) and (min-height: 640px) {
    .intro {
      margin-bottom: 8px;
    }
    .rules {
      gap: 12px;
    }
    .board {
      position: sticky;
      top: 48px;
      z-index: 5;
      margin: 0 -8px;
      padding: 4px 8px 8px;
      width: auto;
      background: var(--ground);
    }
    .under {
      flex-wrap: nowrap;
      margin-top: 6px;
    }
    .under button span {
      display: none;
    }
  }
`;
