import { css } from 'lit';

import { resultStyles } from '../../draw/result-styles';
import { column, tiles } from '../../shell/styles';

export const checkStyles = [
  resultStyles,
  css`
    :host {
      max-width: 76rem;
      margin: 0 auto;
    }
    .view {
      display: grid;
      grid-template-columns: minmax(0, 36rem) minmax(20rem, 1fr);
      gap: 24px 32px;
      align-items: start;
    }
    .left,
    .right,
    .scores {
      ${column('12px')};
      min-width: 0;
    }
    .board {
      align-self: center;
      width: 100%;
      max-width: max(20rem, calc(100dvh - 290px));
    }
    .tools,
    .actions {
      ${tiles('min(max(9rem, 34%), 100%)', '8px', 'fit')};
    }
    .tools button {
      padding: 6px 4px;
    }
    .marginals figure {
      max-width: 16rem;
    }
    summary {
      min-height: 40px;
      align-content: center;
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
      .intro {
        display: none;
      }
      h1 {
        margin-bottom: 8px;
      }
      .card {
        padding: 12px;
      }
    }
  `,
];
