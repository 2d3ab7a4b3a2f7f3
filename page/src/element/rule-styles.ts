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
  ${each('stroke-width', {
    'wide-line': '13',
    fine: '4.5',
    'r-end': '3',
    'r-shaft': '3',
    'r-tube': '18',
    'r-tube.slow': '7',
    'r-tip': '1.6',
    'r-ring': '2.5',
    'r-pill': '49',
    'r-pill.inner': '44',
    'r-edge': '1.5',
    'r-cage': '1.4',
    'r-cage.open': '2',
    'r-dot': '1.6',
    'r-sign': '2.2',
  })}
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
  ${each('fill', {
    'r-bulb': 'light-dark(#cdd2d8, #3d454f)',
    'r-blob': 'light-dark(#cdd2d8, #3d454f)',
    'r-tint': 'light-dark(#2f81f722, #2f81f740)',
    'r-tint.t1': 'light-dark(#f0a02022, #f0a02040)',
    'r-tint.t2': 'light-dark(#2da44e22, #2da44e40)',
    'r-shade': 'light-dark(#68717c4d, #98a2ad4d)',
    'r-dot.white': 'light-dark(#ffffff, #eef1f5)',
    'r-dot.black': 'light-dark(#1a2029, #000000)',
    'r-on-white': '#1a2029',
    'r-on-black': '#ffffff',
    'r-clue': 'var(--ink)',
  })}
  ${each('stroke', {
    'r-tube': 'light-dark(#cdd2d8, #3d454f)',
    'r-tip': 'var(--ink)',
    'r-pill.inner': 'var(--paper)',
    'r-edge': 'light-dark(#2f6fd0, #79b8ff)',
    'r-edge.t1': 'light-dark(#a86a00, #f0a020)',
    'r-edge.t2': 'light-dark(#1f7a38, #56d07d)',
    'r-cage': 'light-dark(#3f4853, #b9c2cc)',
    'r-dot': 'light-dark(#1a2029, #c5ccd5)',
    'r-sign': 'var(--ink)',
  })}
  ${each('stroke-dasharray', { 'r-edge.t1': '6 3', 'r-edge.t2': '2 3', 'r-cage': '4 3', 'r-cage.open': '1.5 4' })}
  .r-cage.open {
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
  ${each('font-size', {
    'r-sum': '15px',
    'r-tag': '12px',
    'r-letter': '17px',
    'r-on-white': '12px',
    'r-on-black': '12px',
    'r-clue': '20px',
    'r-clue.slim': '16px',
  })}
  .r-tag {
    font-weight: 700;
    fill: light-dark(#8a1c7c, #f2a5e8);
  }
  /* Letters of drawings that differ in color. */
  .hue {
    opacity: var(--patterns, 0);
  }
  :is(.r-factor, .r-letter) {
    text-anchor: middle;
  }
  .r-letter {
    font-weight: 700;
    stroke-width: 5px;
  }
`;
