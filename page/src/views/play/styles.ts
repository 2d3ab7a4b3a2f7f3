import { css } from 'lit';

import { column, line, row } from '../../shell/styles';

export const playStyles = css`
  .play {
    /* The board grows to the height of the window before the panel of help grows. */
    --side: max(300px, min(100dvh - 152px, 780px, min(100vw, 1440px) - 48px - 48px - 16rem - 300px));
    display: grid;
    grid-template-columns: var(--side) minmax(15rem, 16rem) minmax(0, 26rem);
    grid-template-rows: auto auto 1fr;
    gap: 8px 24px;
    align-items: start;
    justify-content: center;
  }
  .bar {
    grid-column: 1 / 3;
    ${row('2px 6px')};
    min-height: 44px;
    min-width: 0;
  }
  /* A long title has its own line above the tools. */
  .title {
    flex: 1 1 max-content;
    ${row('0 12px')};
    min-width: 0;
    line-height: 1.25;
  }
  .name {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .title .badge {
    font-size: 0.8125rem;
    font-weight: 500;
  }
  .tools {
    ${row('2px')};
    justify-content: end;
    margin-inline-start: auto;
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
  }
  .author .words {
    margin: 4px 0;
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .board {
    position: relative;
    grid-area: 2 / 1;
  }
  .controls {
    grid-area: 2 / 2 / 4;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-width: 0;
    gap: 12px;
  }
  .aside {
    grid-row: 1 / 4;
    grid-column: 3;
    min-width: 0;
  }
  /* The panels change sides. Their contents stay. */
  .left-hand {
    direction: rtl;
  }
  .left-hand > * {
    direction: ltr;
  }
  @media (min-width: 68.76em) {
    .aside {
      position: sticky;
      top: 68px;
      max-height: calc(100dvh - 80px);
      /* Space for focus outlines. */
      margin: -4px;
      padding: 4px;
      overflow-y: auto;
    }
  }
  .sheet-top {
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
    ${column('8px')};
    padding-top: 12px;
    border-top: 1px solid var(--line);
  }
  .fill {
    ${row('6px')};
  }
  .fill > * {
    flex: 1 0 auto;
  }
  .restart {
    align-self: start;
    padding-inline: 8px;
  }

  @media (max-width: 77.5em) {
    .tool {
      flex-direction: column;
      gap: 2px;
      min-width: 40px;
      min-height: 46px;
      padding: 4px 2px;
      font-size: 0.6875rem;
      line-height: 1.2;
    }
    .tool .icon,
    .action .icon {
      width: 1.25rem;
      height: 1.25rem;
    }
  }
  @media (min-width: 43.8125em) and (max-width: 68.75em) {
    .play {
      --side: min(calc(100dvh - 48px - 12px - 56px - 12px), calc(100vw - 24px - 16.25rem));
      grid-template-columns: minmax(300px, var(--side)) minmax(15rem, 17.5rem);
      gap: 8px 16px;
    }
    .aside {
      display: contents;
    }
    .rules {
      grid-area: 3 / 1;
    }
    .help {
      grid-area: 4 / 1 / 5 / 3;
    }
  }
  @media (max-width: 43.75em) {
    .play {
      grid-template-columns: minmax(0, 1fr);
      gap: 6px;
    }
    .play > * {
      grid-area: auto;
    }
    .title {
      flex-direction: column;
      align-items: flex-start;
    }
    /* Only a long name needs its own line. */
    .title:not(.long) {
      flex-basis: 72px;
    }
    .name {
      font-size: min(0.8125rem, 3.6vw);
    }
    .title .badge {
      font-size: min(0.8125rem, 3.1vw);
      contain: inline-size;
      align-self: stretch;
      line-height: 1.15;
    }
    .tools {
      gap: 0;
    }
    .tool {
      padding-inline: 1px;
      font-size: min(0.6875rem, 2.85vw);
    }
    .further {
      ${row('0')};
      justify-content: space-between;
    }
    .further button {
      padding-inline: 8px;
    }
    /* Over the pad, below the board. */
    .sheet {
      display: none;
      position: fixed;
      z-index: 10;
      inset: auto 0 0;
      height: max(16rem, 100dvh - 100vw - 112px);
      overflow-y: auto;
      overscroll-behavior: contain;
      padding: 0 12px calc(16px + env(safe-area-inset-bottom));
      background: var(--ground);
      border-top: 1px solid var(--outline);
      border-radius: 14px 14px 0 0;
      box-shadow: 0 -6px 24px var(--shadow);
    }
    .sheet.open {
      display: block;
    }
    .sheet-top {
      position: sticky;
      top: 0;
      z-index: 1;
      ${line('8px')};
      justify-content: space-between;
      margin-bottom: 4px;
      background: var(--ground);
    }
    .marks {
      border-top: 0;
      padding-top: 0;
    }
  }
`;
