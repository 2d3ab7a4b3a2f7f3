import { css } from 'lit';

import { bareList, column, line, row } from '../../shell/styles';

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
  .go {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .go p {
    flex-basis: 100%;
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
  /* On phones the board stays in sight while tools below it are chosen. */
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
