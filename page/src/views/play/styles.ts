import { css } from 'lit';

import { ellipsis, row } from '../../shell/styles';

export const playStyles = css`
  .play {
    /* The board grows to the height of the window before the panel of help grows. */
    --side: max(300px, min(100dvh - 152px, 780px, min(100vw, 1440px) - 48px - 48px - 256px - 300px));
    display: grid;
    grid-template-columns: var(--side) minmax(224px, 256px) minmax(0, 26rem);
    grid-template-rows: auto 1fr;
    gap: 8px 24px;
    align-items: start;
    justify-content: center;
  }
  .bar {
    grid-column: 1 / 3;
    ${row('2px')};
    min-height: 44px;
    min-width: 0;
  }
  .name {
    ${ellipsis};
    margin-inline-end: 8px;
  }
  .space {
    flex: 1;
  }
  .tool {
    padding: 6px 10px;
    font-size: 0.9375rem;
    white-space: nowrap;
  }
  .author {
    margin-block: 12px;
  }
  .author summary {
    min-height: 40px;
    align-content: center;
    cursor: pointer;
  }
  .author .words {
    margin: 4px 0;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .board {
    position: relative;
    grid-column: 1;
  }
  .controls {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-width: 0;
    gap: 12px;
  }
  .help {
    grid-row: 1 / 3;
    grid-column: 3;
    min-width: 0;
  }
  @media (min-width: 68.76em) {
    .help {
      position: sticky;
      top: 68px;
      max-height: calc(100dvh - 80px);
      /* Space for focus outlines. */
      margin: -4px;
      padding: 4px;
      overflow-y: auto;
    }
  }
  .back {
    display: none;
  }
  .cover {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 16px;
    aspect-ratio: 1;
    background: color-mix(in srgb, var(--surface) 82%, transparent);
    font-size: 1.25rem;
  }
  .further {
    display: none;
  }
  .marks {
    display: grid;
    gap: 8px;
    padding-top: 12px;
    border-top: 1px solid var(--line);
  }
  .marks .segments {
    grid-auto-columns: 1fr;
  }
  .fill {
    display: flex;
    gap: 6px;
  }
  .fill button {
    flex: 1;
  }
  .restart {
    justify-self: start;
    padding-inline: 8px;
    color: var(--quiet);
  }
  .choices {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr));
    margin-bottom: 8px;
  }
  h3 {
    margin: 16px 0 4px;
  }

  @media (max-width: 77.5em) {
    .tool span {
      display: none;
    }
    .tool {
      width: 40px;
      padding: 0;
    }
  }
  @media (min-width: 43.8125em) and (max-width: 68.75em) {
    .play {
      --side: min(calc(100dvh - 48px - 12px - 56px - 12px), calc(100vw - 24px - 260px));
      grid-template-columns: minmax(300px, var(--side)) minmax(220px, 280px);
      grid-template-rows: auto auto auto;
      gap: 8px 16px;
    }
    .help {
      grid-row: 3;
      grid-column: 1 / 3;
    }
  }
  @media (max-width: 43.75em) {
    .play {
      grid-template-columns: minmax(0, 1fr);
      gap: 6px;
    }
    .bar {
      grid-column: 1;
      min-height: 40px;
      order: 0;
    }
    .name {
      flex: 1;
      margin-inline-end: 0;
      font-size: 0.875rem;
    }
    .space {
      display: none;
    }
    .tool {
      width: 38px;
    }
    .bar {
      gap: 0;
    }
    .help {
      grid-row: auto;
      grid-column: 1;
      display: none;
    }
    .play.pane-help .help {
      display: block;
    }
    .play.pane-help .controls {
      display: none;
    }
    .back {
      display: inline-flex;
      padding-inline: 6px 12px;
      border-color: transparent;
      background: none;
    }
    .further {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
    }
    .further button {
      padding-inline: 8px;
      color: var(--quiet);
    }
    .extra {
      display: none;
    }
    .extra.open {
      display: block;
    }
    .marks {
      border-top: 0;
      padding-top: 0;
    }
  }
`;
