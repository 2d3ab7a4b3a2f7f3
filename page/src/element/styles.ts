import { css } from 'lit';

import { documentStyles } from './draw-document';
import { each, hiddenText, paletteStyles } from './palette';
import { pictureStyles } from './picture-styles';
import { ruleStyles } from './rule-styles';

/** Colors are pairs for light and dark. The inherited color scheme selects one of them. */
export const boardStyles = css`
  :host {
    display: block;
    position: relative;
    box-sizing: border-box;
    width: calc(100% * min(1, var(--aspect, 1)));
    max-width: var(--arc-size, 36rem);
    margin-inline: auto;
    aspect-ratio: var(--aspect, 1);
    contain: layout;
    touch-action: pinch-zoom;
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
    -webkit-tap-highlight-color: transparent;
    font-family: var(--arc-font, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif);

    --paper: var(--arc-paper, light-dark(#ffffff, #161b22));
    --ink: var(--arc-ink, light-dark(#1a2029, #eef1f5));
    --entered: var(--arc-entered, light-dark(#0c3e90, #a8ccff));
    --mini: light-dark(#39414b, #c0c8d1);
    --thin: light-dark(#a9b2bd, #4a5563);
    --thick: light-dark(#1a2029, #c5ccd5);
    --chosen: light-dark(#1f5fbf, #6ea8ff);
    --wrong: light-dark(#8a0e19, #ffaaa5);
  }
  :host([patterns]) {
    --patterns: 1;
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
  :host([padded]) {
    aspect-ratio: auto;
  }
  :host([padded]) .sheet {
    position: relative;
    height: auto;
    aspect-ratio: var(--aspect, 1);
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
    inset: var(--top) var(--right) var(--bottom) var(--left);
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
  .gap {
    flex: 0.4 1 0;
  }
  .void,
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
  ${hiddenText}

  :is(.thin, .thick, .frame, .equal-edge, .selection-edge, .wrong, .diagonal) {
    fill: none;
  }
  ${each('fill', {
    paper: 'var(--paper)',
    'extra-name': 'light-dark(#525d6b, #aab4c0)',
    label: 'light-dark(#525d6b, #aab4c0)',
    peer: 'light-dark(#1f5fbf14, #9cc2ff17)',
    equal: 'light-dark(#1f5fbf40, #7fb0ff4d)',
    'equal-mark': 'light-dark(#bcd3f5, #2c4d80)',
    share: 'light-dark(#86b2f2, #2f63ad)',
    selected: 'light-dark(#d5e5ff, #223f6b)',
    window: 'light-dark(#0000000f, #ffffff14)',
    digit: 'var(--ink)',
    'digit.entered': 'var(--entered)',
    'digit.pending': 'var(--entered)',
    'digit.conflict': 'var(--wrong)',
    mark: 'var(--mini)',
    'corner-mark': 'var(--entered)',
    colored: 'var(--ink)',
    hollow: 'var(--ink)',
    'mark.ink': '#fff',
  })}
  .thin {
    stroke: var(--thin);
    stroke-width: 1;
  }
  .thick,
  .frame {
    stroke: var(--thick);
    stroke-width: calc(2.6px * var(--bold, 1));
    stroke-linecap: square;
  }
  .extra-name {
    font-size: 11px;
    text-anchor: end;
  }
  .label {
    font-size: 14px;
  }

  ${paletteStyles}

  /* Cells */
  .equal-edge {
    stroke: light-dark(#1f5fbf, #9cc2ff);
    stroke-width: 2.5;
  }
  .selection-edge {
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
  }
  /* A page enlarges digits and marks by these properties. Marks of two characters have no space to grow. */
  :is(.digit, .mark, .centered) {
    transform-box: fill-box;
    transform-origin: center;
    scale: var(--arc-digits, 1);
  }
  :is(.mark, .centered) {
    scale: var(--arc-marks, 1);
  }
  :is(.digit, .mark).wide,
  .centered .mark {
    scale: 1;
  }
  .digit.wide {
    font-size: 30px;
    letter-spacing: -1px;
  }
  .pending {
    font-size: 28px;
  }
  .wrong {
    stroke: var(--wrong);
    stroke-width: 2;
    stroke-linecap: round;
  }
  :is(.given, .corner-mark) {
    font-weight: 600;
  }
  :is(.colored, .hollow, .mark.ink) {
    font-weight: 700;
  }

  .diagonal {
    stroke: light-dark(#7a3fa873, #c99bf073);
    stroke-width: 2.5;
  }
  ${ruleStyles} ${pictureStyles} ${documentStyles}

  @media (forced-colors: active) {
    .selection-edge {
      stroke: Highlight;
    }
  }
`;
