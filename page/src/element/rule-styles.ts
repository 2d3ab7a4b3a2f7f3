import { css } from 'lit';

import { each } from './palette';

/** Styles of the library's rules: the usual colors of setters. Letters distinguish drawings with equal forms. */
export const ruleStyles = css`
  :is(.r-line, .r-end, .r-tube, .r-shaft, .r-tip, .r-ring, .r-pill, .r-edge, .r-cage, .r-sign) {
    fill: none;
    stroke: light-dark(#68717c, #98a2ad);
    stroke-linejoin: round;
  }
  :is(.r-line, .r-tube, .r-pill) {
    stroke-linecap: round;
  }
  .r-line {
    stroke-opacity: 0.55;
  }
  .wide-line {
    stroke-width: 13;
  }
  .fine {
    stroke-width: 4.5;
  }
  ${each('stroke', {
    gray: '#8b949e',
    green: '#2f9e44',
    orange: '#f08c00',
    yellow: '#d6b400',
    teal: '#1098ad',
    peach: '#f4a07a',
    purple: '#b23bd0',
    lavender: '#9a86f0',
    blue: '#3b82f6',
    brown: '#a0703c',
  })}
  .r-end,
  .r-shaft {
    stroke-width: 3;
  }
  .r-bulb,
  .r-blob {
    fill: light-dark(#cdd2d8, #3d454f);
  }
  .r-tube {
    stroke: light-dark(#cdd2d8, #3d454f);
    stroke-width: 18;
  }
  .r-tube.slow {
    stroke-width: 7;
  }
  .r-tip {
    stroke: var(--ink);
    stroke-width: 1.6;
  }
  .r-ring {
    stroke-width: 2.5;
  }
  .r-pill {
    stroke-width: 49;
  }
  .r-pill.inner {
    stroke: var(--paper);
    stroke-width: 44;
  }
  ${each('fill', {
    'r-tint': 'light-dark(#2f81f722, #2f81f740)',
    'r-tint.t1': 'light-dark(#f0a02022, #f0a02040)',
    'r-tint.t2': 'light-dark(#2da44e22, #2da44e40)',
  })}
  .r-shade {
    fill: light-dark(#68717c4d, #98a2ad4d);
  }
  .r-edge {
    stroke: light-dark(#2f6fd0, #79b8ff);
    stroke-width: 1.5;
  }
  .r-edge.t1 {
    stroke: light-dark(#a86a00, #f0a020);
    stroke-dasharray: 6 3;
  }
  .r-edge.t2 {
    stroke: light-dark(#1f7a38, #56d07d);
    stroke-dasharray: 2 3;
  }
  .r-cage {
    stroke: light-dark(#3f4853, #b9c2cc);
    stroke-width: 1.4;
    stroke-dasharray: 4 3;
  }
  .r-cage.open {
    stroke-width: 2;
    stroke-dasharray: 1.5 4;
    stroke-linecap: round;
  }
  .r-sum,
  .r-tag,
  .r-factor,
  .r-letter {
    font-size: 13px;
    text-anchor: start;
    fill: var(--ink);
    paint-order: stroke;
    stroke: var(--paper);
    stroke-width: 3.5px;
  }
  .r-sum {
    font-size: 15px;
  }
  .r-tag {
    font-size: 12px;
    font-weight: 700;
    fill: light-dark(#8a1c7c, #f2a5e8);
  }
  /* Letters of drawings that differ in color. */
  .hue {
    opacity: var(--patterns, 0);
  }
  .r-factor {
    text-anchor: middle;
  }
  .r-letter {
    font-size: 17px;
    font-weight: 700;
    text-anchor: middle;
    stroke-width: 5px;
  }
  .r-dot {
    stroke: light-dark(#1a2029, #c5ccd5);
    stroke-width: 1.6;
  }
  .r-dot.white {
    fill: light-dark(#ffffff, #eef1f5);
  }
  .r-dot.black {
    fill: light-dark(#1a2029, #000000);
  }
  .r-on-white,
  .r-on-black {
    font-size: 12px;
    fill: #1a2029;
  }
  .r-on-black {
    fill: #ffffff;
  }
  .r-sign {
    stroke: var(--ink);
    stroke-width: 2.2;
  }
  .r-clue {
    font-size: 20px;
    fill: var(--ink);
  }
`;
