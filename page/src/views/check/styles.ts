import { css } from 'lit';

import { each, paletteStyles } from '../../element/palette';
import { bareList, column, line, tiles } from '../../shell/styles';

export const checkStyles = [
  paletteStyles,
  css`
    :host {
      max-width: 76rem;
      margin: 0 auto;
    }
    header {
      margin-bottom: 16px;
    }
    header p {
      margin-top: 4px;
    }
    .view {
      display: grid;
      grid-template-columns: minmax(0, 36rem) minmax(20rem, 1fr);
      gap: 24px 32px;
      align-items: start;
    }
    .left,
    .right {
      ${column('12px')};
      min-width: 0;
    }
    .board {
      align-self: center;
      width: 100%;
      max-width: max(20rem, calc(100dvh - 290px));
    }
    .pad {
      display: grid;
      grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr);
      gap: 6px;
    }
    .pad.many {
      grid-auto-flow: row;
      grid-template-columns: repeat(auto-fill, minmax(40px, 1fr));
    }
    .pad button {
      min-height: 44px;
      padding: 0;
      font-size: 1.125rem;
    }
    .tools,
    .actions {
      ${tiles('min(max(9rem, 34%), 100%)', '8px', 'fit')};
    }
    .tools button {
      padding: 6px 4px;
    }
    .card {
      ${column('12px')};
    }
    .card h2 {
      font-size: 1rem;
    }
    .card .title {
      ${line('8px')};
      font-size: 1.125rem;
      font-weight: 650;
    }
    ${each('--tone', { good: 'var(--good)', warn: 'var(--warn)', bad: 'var(--bad)' })}
    .verdict {
      border-left: 4px solid var(--tone, var(--outline));
    }
    .verdict .title .icon {
      color: var(--tone, inherit);
    }
    .verdict ul {
      margin: 0;
      padding-left: 20px;
      overflow-wrap: anywhere;
    }
    .two {
      ${tiles('min(11rem, 45%)', '12px', 'fit')};
    }
    figcaption {
      margin-top: 4px;
      color: var(--quiet);
      font-size: 0.875rem;
      text-align: center;
    }
    .count button {
      margin-inline-start: auto;
    }
    .count {
      font-variant-numeric: tabular-nums;
    }
    .count button:only-child {
      margin: 0;
    }
    .legend {
      ${tiles('9rem', '4px 12px', 'fit')};
      ${bareList};
      font-size: 0.9375rem;
    }
    .sign {
      flex: none;
      stroke: var(--outline);
      stroke-width: 0.6;
    }
    .sign text {
      fill: var(--text);
      stroke: none;
      font-size: 13px;
      font-weight: 600;
      text-anchor: middle;
    }
    .legend li {
      ${line('8px')};
    }
    table {
      width: 100%;
    }
    caption {
      color: var(--quiet);
      text-align: start;
    }
    th,
    td {
      padding: 4px 8px 4px 0;
    }
    th {
      width: 3rem;
      font-size: 1.0625rem;
    }
    .marginals figure {
      max-width: 16rem;
    }
    summary {
      min-height: 40px;
      align-content: center;
    }
    .scores {
      ${column('12px')};
    }
    @media (max-width: 860px) {
      .view {
        grid-template-columns: minmax(0, 1fr);
      }
      .board {
        max-width: 36rem;
      }
    }
    @media (max-width: 480px) {
      header p {
        display: none;
      }
      header {
        margin-bottom: 8px;
      }
      .pad {
        grid-auto-flow: row;
        grid-template-columns: repeat(5, minmax(0, 1fr));
      }
      .card {
        padding: 12px;
      }
    }
  `,
];
