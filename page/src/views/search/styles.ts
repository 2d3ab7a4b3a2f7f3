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
  .head > details {
    margin-block-start: 25px;
  }
  .head.two > button,
  .head.two > details {
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
  .options {
    position: relative;
  }
  .options summary {
    display: flex;
    align-items: center;
    gap: 8px;
    box-sizing: border-box;
    min-height: 40px;
    padding: 6px 14px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: var(--surface);
    list-style: none;
    cursor: pointer;
  }
  .options summary::-webkit-details-marker {
    display: none;
  }
  .options .card {
    position: absolute;
    z-index: 3;
    inset-block-start: 46px;
    inset-inline-end: 0;
    display: grid;
    gap: 12px;
    width: min(22rem, calc(100vw - 32px));
    box-shadow: 0 8px 24px var(--shadow);
  }
  .lanes {
    display: grid;
    gap: 16px;
    grid-template-columns: minmax(0, 1fr);
  }
  section {
    display: flex;
    flex-direction: column;
    gap: 10px;
    min-width: 0;
  }
  @media (min-width: 60rem) {
    .lanes.two {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      gap: 24px;
    }
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
  @media (max-width: 40rem) {
    .head {
      gap: 8px;
    }
    .head > button,
    .head > details {
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
    .second,
    .options summary {
      width: 40px;
      padding: 0;
      justify-content: center;
    }
    .second span,
    .options summary span {
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
