import { css } from 'lit';

export const searchStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    gap: 10px;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    gap: 8px 12px;
  }
  .head > button,
  .head > arc-search-options {
    margin-block-start: 25px;
  }
  .head.two > button,
  .head.two > arc-search-options {
    margin-block-start: 0;
  }
  .head arc-strategy-picker {
    flex: 1 1 20rem;
    max-width: 34rem;
  }
  .puzzle {
    min-width: 0;
  }
  .puzzle span {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  section {
    display: flex;
    flex-direction: column;
    gap: 10px;
    min-width: 0;
  }
  .dock {
    position: sticky;
    z-index: 2;
    inset-block-end: 0;
    margin-inline: calc(-1 * var(--view-margin, 0px));
    padding: 8px var(--view-margin, 0px);
    background: var(--ground);
    border-block-start: 1px solid var(--line);
  }
  /* Where the button above says which search it is, and the board is to fit. */
  @media (max-width: 46rem) {
    section arc-strategy-picker::part(label),
    section arc-strategy-picker::part(summary) {
      display: none;
    }
  }
  @media (max-width: 40rem) {
    .head {
      gap: 8px;
    }
    .head > button,
    .head > arc-search-options {
      margin-block-start: 0;
    }
    .head arc-strategy-picker {
      order: 1;
      flex-basis: 100%;
    }
    .puzzle {
      flex: 1;
      justify-content: start;
    }
    .second {
      width: 40px;
      padding: 0;
    }
    .second span {
      display: none;
    }
  }
  .keys {
    display: none;
  }
  @media (hover: hover) and (min-width: 60rem) {
    .keys {
      display: block;
    }
  }
`;
