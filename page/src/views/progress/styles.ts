import { css } from 'lit';

import { bareList, column, row, tiles } from '../../shell/styles';

export const progressStyles = css`
  :host {
    max-width: 72rem;
    margin: 0 auto;
  }
  .cards {
    ${tiles('min(20rem, 100%)', '16px')};
  }
  .card {
    ${column('12px')};
    min-width: 0;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .done {
    border-color: var(--good);
    color: var(--good);
  }
  .week {
    ${tiles('2.5rem', '4px', 'fit')};
    ${bareList};
  }
  .week .button {
    flex-direction: column;
    gap: 0;
    width: 100%;
    height: 100%;
    padding-inline: 0;
  }
  .practice {
    ${column('8px')};
    ${bareList};
  }
  .practice li {
    ${row('4px 12px')};
  }
  .facts {
    ${row('8px 32px')};
  }
  dt {
    font-size: 0.875rem;
  }
  th,
  td {
    padding-inline: 6px;
  }
  .trend {
    width: min(8rem, 12vw);
    height: 24px;
  }
  .trend polyline {
    fill: none;
    stroke: var(--accent);
    stroke-width: 2;
    vector-effect: non-scaling-stroke;
  }
`;
