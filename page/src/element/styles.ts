import { css } from 'lit';

import { paletteStyles } from './palette';

/** Colors come in pairs for light and dark, chosen by the color scheme of the place where the board stands. */
export const boardStyles = css`
  :host {
    display: block;
    position: relative;
    box-sizing: border-box;
    width: 100%;
    aspect-ratio: 1;
    contain: layout;
    touch-action: pinch-zoom;
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
    -webkit-tap-highlight-color: transparent;
    font-family: var(--arc-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif);

    --paper: var(--arc-paper, light-dark(#ffffff, #161b22));
    --ink: var(--arc-ink, light-dark(#1a2029, #eef1f5));
    --entered: var(--arc-entered, light-dark(#1a56b4, #8fbcff));
    --mini: light-dark(#3f4853, #c0c8d1);
    --thin: light-dark(#a9b2bd, #4a5563);
    --thick: light-dark(#1a2029, #c5ccd5);
    --chosen: light-dark(#1f5fbf, #6ea8ff);
    --wrong: light-dark(#b3202b, #ff8f89);
  }
  :host([hidden]) {
    display: none;
  }
  :host([readonly]) {
    touch-action: manipulation;
  }
  :host([zoomed]) {
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    touch-action: pan-x pan-y pinch-zoom;
  }
  :host([zoomed][multiple]) {
    touch-action: pinch-zoom;
  }
  .sheet {
    position: absolute;
    top: 0;
    left: 0;
    width: calc(100% * var(--zoom, 1));
    height: calc(100% * var(--zoom, 1));
  }
  svg {
    position: absolute;
    inset: 0;
    display: block;
    width: 100%;
    height: 100%;
    text-anchor: middle;
    pointer-events: none;
  }

  .grid {
    position: absolute;
    inset: var(--lead) var(--tail) var(--tail) var(--lead);
    display: flex;
    flex-direction: column;
    cursor: pointer;
  }
  :host([readonly]) .grid {
    cursor: default;
  }
  [role='row'] {
    flex: 1 1 0;
    display: flex;
    min-height: 0;
  }
  [role='gridcell'] {
    flex: 1 1 0;
    min-width: 0;
  }
  [role='gridcell']:focus {
    outline: none;
  }
  [role='gridcell']:focus-visible {
    outline: 3px solid var(--chosen);
    outline-offset: -3px;
    border-radius: 4px;
    box-shadow: inset 0 0 0 5px var(--paper);
  }
  .live {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .paper {
    fill: var(--paper);
  }
  .thin,
  .thick,
  .frame {
    fill: none;
    stroke: var(--thin);
    stroke-width: 1;
  }
  .thick,
  .frame {
    stroke: var(--thick);
    stroke-width: calc(2.6px * var(--bold, 1));
    stroke-linecap: square;
  }
  .label {
    font-size: 15px;
    fill: light-dark(#525d6b, #aab4c0);
  }

  ${paletteStyles}

  /* Cells */
  .peer {
    fill: light-dark(#1f5fbf14, #9cc2ff17);
  }
  .equal {
    fill: light-dark(#1f5fbf40, #7fb0ff4d);
  }
  .equal-mark {
    fill: light-dark(#bcd3f5, #34588f);
  }
  .selected {
    fill: light-dark(#ffd54a66, #e0b84052);
  }
  .selection-edge {
    fill: none;
    stroke: var(--chosen);
    stroke-width: 4;
    stroke-linecap: round;
  }
  .candidate-color {
    stroke: light-dark(#00000073, #ffffff80);
    stroke-width: 0.8;
  }

  /* Digits */
  .digit {
    font-size: 38px;
    fill: var(--ink);
  }
  .digit.wide {
    font-size: 30px;
    letter-spacing: -1px;
  }
  .given {
    font-weight: 600;
  }
  .entered {
    fill: var(--entered);
  }
  .pending {
    fill: var(--entered);
    font-size: 28px;
  }
  .digit.conflict {
    fill: var(--wrong);
  }
  .wrong {
    fill: none;
    stroke: var(--wrong);
    stroke-width: 2;
    stroke-linecap: round;
  }
  .mark {
    fill: var(--mini);
  }
  .corner-mark {
    fill: var(--entered);
    font-weight: 600;
  }
  .colored {
    fill: var(--ink);
    font-weight: 700;
  }
  .told {
    fill: var(--ink);
    font-weight: 700;
  }
  .mark.ink {
    fill: #fff;
    font-weight: 700;
  }

  /* Rules */
  .window {
    fill: light-dark(#0000000f, #ffffff14);
  }
  .set {
    fill: none;
    stroke-width: 3;
    stroke-dasharray: 1 5;
    stroke-linecap: round;
  }
  .s0 {
    stroke: light-dark(#7a3fa8, #c99bf0);
  }
  .s1 {
    stroke: light-dark(#18743a, #7bd69b);
  }
  .s2 {
    stroke: light-dark(#a8500a, #f0a860);
  }
  .diagonal {
    fill: none;
    stroke: light-dark(#7a3fa873, #c99bf073);
    stroke-width: 2.5;
  }
  .thermo {
    opacity: 0.55;
    fill: light-dark(#a6aeb8, #5d6874);
    stroke: light-dark(#a6aeb8, #5d6874);
    stroke-width: 18;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .thermo circle {
    stroke: none;
  }
  .thermo path {
    fill: none;
  }
  .cage {
    fill: none;
    stroke: light-dark(#3f4853, #b9c2cc);
    stroke-width: 1.4;
    stroke-dasharray: 4 3;
  }
  .sum {
    font-size: 13px;
    text-anchor: start;
    fill: var(--ink);
  }

  /* Pictures: shapes and white digits on them are alike in light and dark. */
  .edge {
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
  .g0 {
    fill: #2f81f7;
    stroke: #2f81f7;
  }
  .g1 {
    fill: #f0a020;
    stroke: #f0a020;
  }
  .g2 {
    fill: #2da44e;
    stroke: #2da44e;
  }
  .g3 {
    fill: #a371f7;
    stroke: #a371f7;
  }
  .g4 {
    fill: #e85aad;
    stroke: #e85aad;
  }
  .g5 {
    fill: #30b5b5;
    stroke: #30b5b5;
  }
  .group.fill {
    stroke: none;
  }
  .group.edge {
    fill: none;
  }
  .part {
    stroke: none;
    fill: #1f5fbf;
  }
  .part.a0 {
    fill: #1f5fbf;
  }
  .part.extra {
    fill: #6f42c1;
  }
  .part.fin,
  .part.b0 {
    fill: #a8500a;
  }
  .part.endo-fin {
    fill: #6f42c1;
  }
  .part.eliminated,
  .part.cannibal {
    fill: #c4202c;
  }
  .part.cannibal {
    stroke: #6f42c1;
    stroke-width: 2.5;
  }
  .part.placed,
  .part.on,
  .part.a1 {
    fill: #18743a;
  }
  .part.off {
    fill: var(--paper);
    stroke: light-dark(#18743a, #56d07d);
    stroke-width: 1.8;
  }
  .part.b1,
  .part.a2 {
    fill: #7a3fa8;
  }
  .part.b2 {
    fill: #7d6200;
  }
  .ring {
    fill: none;
    stroke: light-dark(#18743a, #56d07d);
    stroke-width: 2;
  }
  .strike {
    fill: none;
    stroke: light-dark(#c4202c, #ff6b74);
    stroke-width: 2.4;
    stroke-linecap: round;
  }
  .link {
    fill: none;
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
    fill: none;
    stroke: light-dark(#18743a47, #56d07d47);
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .tint.fill {
    stroke: none;
  }
  .tint.edge {
    fill: none;
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
    fill: none;
    stroke: var(--wrong);
    stroke-width: 4;
    stroke-linecap: round;
  }

  @media (forced-colors: active) {
    .selection-edge {
      stroke: Highlight;
    }
  }
`;
