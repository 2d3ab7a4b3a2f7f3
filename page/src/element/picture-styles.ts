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
  ${each('fill', {
    'house.fill': 'light-dark(#1f6feb21, #5a9bff3d)',
    'base.fill': 'light-dark(#1f6feb21, #5a9bff3d)',
    'cover.fill': 'light-dark(#e08a0014, #e08a001a)',
    head: 'var(--ink)',
  })}
  ${each('stroke', { 'cover.edge': 'light-dark(#b45309, #f0a020)', 'twin.edge': 'light-dark(#6f42c1, #b794f6)' })}
  ${each('color', { g0: '#2f81f7', g1: '#f0a020', g2: '#2da44e', g3: '#a371f7', g4: '#e85aad', g5: '#30b5b5' })}
  .group {
    fill: currentColor;
    stroke: currentColor;
  }
  .group.fill {
    fill-opacity: 0.28;
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
  ${each('stroke', {
    ring: 'light-dark(#18743a, #56d07d)',
    strike: 'light-dark(#c4202c, #ff6b74)',
    link: 'var(--ink)',
    band: 'light-dark(#18743a47, #56d07d47)',
    failure: 'var(--wrong)',
  })}
  ${each('stroke-width', {
    ring: '1.6',
    strike: '2.4',
    link: '1.9',
    'link.weak': '1.5',
    'link.nested': '1.3',
    failure: '4',
  })}
  :is(.strike, .link.nested, .band, .failure) {
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :is(.link, .head).nested {
    stroke-opacity: 0.6;
    fill-opacity: 0.6;
  }

  .tint.fill {
    stroke: none;
  }
  ${each('fill', {
    focus: 'light-dark(#ffd54a73, #e0b84059)',
    good: 'light-dark(#2da44e33, #2da44e4d)',
    bad: 'light-dark(#d1242f2e, #f851494d)',
    warn: 'light-dark(#e08a002e, #e08a0047)',
    changed: 'light-dark(#1f6feb26, #5a9bff40)',
    mask: 'light-dark(#1a20292e, #eef1f52e)',
  })}
  ${each('stroke', {
    focus: 'light-dark(#8a5300, #f0b860)',
    good: 'light-dark(#18693a, #7bd69b)',
    bad: 'light-dark(#b3202b, #ff9a94)',
    warn: 'light-dark(#8a5300, #f0b860)',
    changed: 'light-dark(#1f5fbf, #8ab8ff)',
    mask: 'none',
  })}
  ${each('stroke-dasharray', {
    'cover.edge': '7 4',
    'twin.edge': '2 4',
    'link.weak': '4 3',
    'link.nested': '1.5 3',
    good: '3 3',
    bad: '8 3',
    warn: '1 4',
  })}
`;
