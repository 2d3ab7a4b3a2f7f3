import { css } from 'lit';

import { each, paletteStyles } from '../../element/palette';

export const padStyles = [
  paletteStyles,
  css`
    .pad {
      display: grid;
      grid-template-columns: minmax(0, 1fr);
      gap: 8px;
    }
    .modes button,
    .targets button {
      flex: 1 0 0;
      padding-inline: 2px;
    }
    .mode,
    .action {
      flex-direction: column;
      gap: 2px;
      min-height: 52px;
      padding: 4px 2px;
      font-size: 0.8125rem;
      line-height: 1.2;
    }
    .action {
      font-size: 0.75rem;
    }
    .mode-icon {
      width: 24px;
      height: 24px;
      fill: none;
      stroke: currentColor;
      stroke-width: 1.5;
      text-anchor: middle;
    }
    .mode-icon text,
    .half {
      fill: currentColor;
      stroke: none;
    }
    .half {
      opacity: 0.45;
    }
    .mode[aria-checked='true'] {
      color: var(--accent);
    }

    .digits {
      display: grid;
      grid-template-columns: repeat(var(--columns, 3), minmax(0, 1fr));
      gap: 6px;
    }
    .key {
      position: relative;
      min-height: 56px;
      padding: 0;
      overflow: hidden;
      border-radius: 8px;
      touch-action: manipulation;
      -webkit-touch-callout: none;
    }
    .key .digit {
      font-size: 1.625rem;
      font-variant-numeric: tabular-nums;
      line-height: 1;
    }
    .key.corner .digit,
    .key.center .digit {
      font-size: 1.0625rem;
    }
    .key.corner .digit {
      position: absolute;
      top: 9px;
      left: 12px;
      color: var(--accent);
      font-weight: 600;
    }
    .key.done .digit {
      color: var(--quiet);
      font-weight: 400;
    }
    .key .left {
      position: absolute;
      right: 6px;
      bottom: 4px;
      font-size: 0.75rem;
      line-height: 1;
      color: var(--quiet);
    }
    .key[aria-pressed='true'] {
      background: var(--accent);
      border-color: var(--accent);
      color: var(--on-accent);
    }
    .key[aria-pressed='true'] :is(.digit, .left) {
      color: inherit;
    }
    .swatch svg {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
    }
    .color-choice {
      grid-column: 1 / -1;
      display: grid;
      grid-template-columns: repeat(9, 1fr);
      gap: 3px;
    }
    .color-choice .key {
      min-height: 40px;
      min-width: 0;
    }
    .key.swatch.active {
      outline: 3px solid var(--accent);
      outline-offset: 1px;
    }
    ${each('--columns', { c4: '4', c5: '5' })}
    .dense .key {
      min-height: 44px;
    }
    .wide .digit {
      translate: -4px -4px;
    }
    .wide .left {
      right: 4px;
      font-size: 0.6875rem;
    }
    .dense .digit {
      font-size: 1.25rem;
    }

    .actions {
      display: grid;
      grid-template-columns: repeat(3, auto);
      gap: 6px;
    }
    @media (max-width: 43.75em) {
      .pad {
        gap: 6px;
      }
      ${each('--columns', { p4: '4', p5: '5', p6: '6', p7: '7', p8: '8' })}
      .key {
        min-height: 50px;
      }
      /* Space for one more row. */
      .color-keys .key {
        min-height: 42px;
      }
      .targets button {
        min-height: 36px;
      }
      .modes .mode {
        flex-direction: row;
        gap: 4px;
        min-height: 44px;
        font-size: min(0.8125rem, 3.4vw);
      }
      .actions {
        display: flex;
        gap: 2px;
      }
      .action {
        flex: 1 0 40px;
        border-color: transparent;
        background: none;
        font-size: min(0.6875rem, 2.9vw);
        min-height: 48px;
        padding: 2px 0;
      }
      .zooming .action:nth-child(-n + 2) span {
        display: none;
      }
    }
  `,
];
