import { css } from 'lit';

import { each } from './palette';

/** Styles of parts of steps, tinted cells and failures, which are drawn over the state. */
export const pictureStyles = css`
  /* Pictures: shapes with white digits on them look the same in light and dark. */
  :is(.ring, .strike, .link, .band, .failure) {
    fill: none;
  }
  svg .edge {
    fill: none;
    stroke-width: 2;
  }
  .house.fill,
  .base.fill {
    fill: light-dark(#1f6feb21, #5a9bff3d);
  }
  .cover.fill {
    fill: light-dark(#e08a0014, #e08a001a);
  }
  .cover.edge {
    stroke: light-dark(#b45309, #f0a020);
    stroke-dasharray: 7 4;
  }
  .twin.edge {
    stroke: light-dark(#6f42c1, #b794f6);
    stroke-dasharray: 2 4;
  }
  .group.fill {
    fill-opacity: 0.28;
  }
  ${each('color', { g0: '#2f81f7', g1: '#f0a020', g2: '#2da44e', g3: '#a371f7', g4: '#e85aad', g5: '#30b5b5' })}
  .group {
    fill: currentColor;
    stroke: currentColor;
  }
  .group.fill {
    stroke: none;
  }
  .part {
    stroke: none;
    fill: #1f5fbf;
  }
  ${each('fill', {
    'part:is(.extra, .endo-fin)': '#6f42c1',
    'part:is(.fin, .b0)': '#a8500a',
    'part:is(.eliminated, .cannibal)': '#c4202c',
    'part:is(.placed, .on, .a1)': '#18743a',
    'part:is(.b1, .a2)': '#7a3fa8',
    'part.b2': '#7d6200',
  })}
  .part.cannibal {
    stroke: #6f42c1;
    stroke-width: 2.5;
  }
  .part.off {
    fill: var(--paper);
    stroke: light-dark(#18743a, #56d07d);
    stroke-width: 1.8;
  }
  .ring {
    stroke: light-dark(#18743a, #56d07d);
    stroke-width: 2;
  }
  .strike {
    stroke: light-dark(#c4202c, #ff6b74);
    stroke-width: 2.4;
    stroke-linecap: round;
  }
  .link {
    stroke: var(--ink);
    stroke-width: 1.9;
  }
  .link.weak {
    stroke-dasharray: 4 3;
    stroke-width: 1.5;
  }
  .link.nested {
    stroke-dasharray: 1.5 3;
    stroke-width: 1.3;
    stroke-opacity: 0.6;
    stroke-linecap: round;
  }
  .head {
    fill: var(--ink);
  }
  .head.nested {
    fill-opacity: 0.6;
  }
  .band {
    stroke: light-dark(#18743a47, #56d07d47);
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .tint.fill {
    stroke: none;
  }
  .focus {
    fill: light-dark(#ffd54a73, #e0b84059);
    stroke: light-dark(#8a5300, #f0b860);
  }
  .good {
    fill: light-dark(#2da44e33, #2da44e4d);
    stroke: light-dark(#18693a, #7bd69b);
    stroke-dasharray: 3 3;
  }
  .bad {
    fill: light-dark(#d1242f2e, #f851494d);
    stroke: light-dark(#b3202b, #ff9a94);
    stroke-dasharray: 8 3;
  }
  .warn {
    fill: light-dark(#e08a002e, #e08a0047);
    stroke: light-dark(#8a5300, #f0b860);
    stroke-dasharray: 1 4;
  }
  .changed {
    fill: light-dark(#1f6feb26, #5a9bff40);
    stroke: light-dark(#1f5fbf, #8ab8ff);
  }
  .mask {
    fill: light-dark(#1a20292e, #eef1f52e);
    stroke: none;
  }
  .failure {
    stroke: var(--wrong);
    stroke-width: 4;
    stroke-linecap: round;
  }
`;
