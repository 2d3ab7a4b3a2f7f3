import { css } from 'lit';

export const makeStyles = css`
  .make {
    display: grid;
    grid-template-columns: minmax(18rem, 22rem) minmax(0, 1fr);
    gap: 24px;
    align-items: start;
  }
  .go {
    position: sticky;
    bottom: 0;
    margin: 18px -16px -16px;
    padding: 12px 16px 16px;
    background: var(--surface);
    border-top: 1px solid var(--line);
    border-radius: 0 0 var(--radius) var(--radius);
  }
  .go .primary {
    width: 100%;
  }
  .progress {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 6px 12px;
    align-items: center;
  }
  progress {
    grid-column: 1 / 3;
  }
  .drawn {
    grid-column: 1 / 3;
    min-height: 1.4em;
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .slow {
    grid-column: 1 / 3;
    color: var(--warn);
  }
  .problem {
    margin-top: 10px;
    padding: 8px 12px;
    border-radius: 6px;
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }
  @media (max-width: 820px) {
    .make {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
