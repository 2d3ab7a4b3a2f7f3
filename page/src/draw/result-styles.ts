import { css } from 'lit';

import { paletteStyles } from '../element/palette';
import { bareList, column, line, tiles } from '../shell/styles';
import { keypadStyles } from './clue-pad';
import { badgeStyles } from './verdict-badge';

export const resultStyles = [
  paletteStyles,
  badgeStyles,
  keypadStyles,
  css`
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
    .verdict {
      border-left: 4px solid var(--tone, var(--outline));
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
    .count [role='status']:not(:empty) {
      flex-basis: 100%;
      font-variant-numeric: tabular-nums;
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
  `,
];
