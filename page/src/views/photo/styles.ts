import { css } from 'lit';

import { resultStyles } from '../../draw/result-styles';
import { column, tiles } from '../../shell/styles';

export const photoStyles = [
  resultStyles,
  css`
    :host {
      max-width: 76rem;
      margin: 0 auto;
    }
    .camera {
      display: none;
    }
    h1 {
      margin-bottom: 12px;
    }
    .problem,
    .job {
      margin-top: 12px;
    }
    .view {
      display: grid;
      grid-template-columns: minmax(0, 40rem) minmax(20rem, 1fr);
      gap: 24px 32px;
      align-items: start;
      margin-top: 16px;
    }
    .side {
      ${column('12px')};
      min-width: 0;
    }
    .actions {
      ${tiles('min(max(9rem, 34%), 100%)', '8px', 'fit')};
    }
    .card .title {
      font-size: 1rem;
    }
    .photo {
      position: relative;
      width: min(100%, (100dvh - 18rem) * var(--ratio, 1));
      min-width: min(100%, 20rem);
      justify-self: center;
    }
    canvas {
      display: block;
      width: 100%;
      border-radius: var(--radius);
    }
    svg[role='grid'] {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      touch-action: manipulation;
    }
    /* The paper is bright in both themes. */
    polygon,
    .boxes {
      fill: #fff0;
      stroke: #d95f00;
      stroke-width: 1;
      vector-effect: non-scaling-stroke;
    }
    .boxes {
      fill: none;
      stroke-width: 2.5;
      pointer-events: none;
    }
    [role='gridcell'] {
      cursor: pointer;
      outline: none;
    }
    .doubtful polygon {
      fill: #ffb30066;
    }
    .hinted polygon {
      fill: #4f9dff59;
    }
    .broken polygon {
      fill: #e0243259;
    }
    [aria-selected='true'] polygon {
      stroke: #0b57d0;
      stroke-width: 4;
    }
    [role='gridcell']:focus-visible polygon {
      stroke-dasharray: 6 3;
    }
    text {
      font-family: var(--font);
      font-weight: 700;
      paint-order: stroke;
      stroke: #fff;
      stroke-linejoin: round;
      pointer-events: none;
      user-select: none;
      -webkit-user-select: none;
    }
    .read {
      fill: #0b57d0;
      stroke-width: 9;
      font-size: 34px;
    }
    .handwritten .read {
      fill: #0a6b2d;
      font-style: italic;
      text-decoration: underline;
    }
    .doubtful .read {
      fill: #a03800;
    }
    .added {
      fill: #8a1fb5;
      stroke-width: 10;
      font-size: 70px;
      text-anchor: middle;
    }
    @media (pointer: coarse) {
      .camera {
        display: inline-flex;
      }
    }
    @media (max-width: 860px) {
      .view {
        grid-template-columns: minmax(0, 1fr);
      }
    }
    @media (max-width: 480px) {
      .card {
        padding: 12px;
      }
    }
  `,
];
