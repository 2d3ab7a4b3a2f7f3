import { css } from 'lit';

import { each } from '../../element/palette';
import { column, ellipsis, panel, tiles } from '../../shell/styles';

export const treeSymbols = css`
  ${each('stroke-width', { branch: '2', 'inner, .folded': '1.5', 'dead.back': '1.25', 'dead.cross': '1.75' })}
  ${each('stroke', {
    'branch.open': 'var(--accent)',
    'branch.solved, .inner': 'var(--good)',
    'inner.open:not(.forced)': 'var(--on-accent)',
    'branch.failed, .dead, .folded': 'var(--bad)',
  })}
  ${each('fill', {
    'branch, .dead': 'var(--surface)',
    'branch.open:not(.forced)': 'var(--accent)',
    'inner, .dead.cross': 'none',
    folded: 'var(--bad-soft)',
  })}
  .branch.failed {
    stroke-dasharray: 3 2;
  }
  .dead.cross {
    stroke-linecap: round;
  }
  .folded {
    stroke-linejoin: round;
    cursor: pointer;
  }
`;

export const treeStyles = css`
  :host {
    position: relative;
    ${column('0')};
    min-height: 0;
  }
  .pane {
    position: relative;
    flex: 1;
    min-height: 240px;
    overflow: hidden;
    ${panel};
    cursor: grab;
    touch-action: none;
  }
  .pane:active {
    cursor: grabbing;
  }
  .pane:focus-visible {
    outline-offset: -3px;
  }
  .drawing {
    position: absolute;
    inset: 0;
    display: block;
    user-select: none;
    -webkit-user-select: none;
  }
  .none {
    position: absolute;
    inset: 40% 64px auto 16px;
    pointer-events: none;
  }
  .tools {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 8px;
    ${column('4px')};
  }
  @media (max-width: 40rem) {
    .tools {
      inset-block: auto 8px;
      flex-direction: row;
    }
  }
  .note {
    margin-block-start: 6px;
  }

  ${each('stroke', {
    'edge.failed': 'var(--outline)',
    'edge.solved': 'var(--good)',
    'edge.open, .tip': 'var(--accent)',
  })}
  ${each('fill', {
    'edge, .tip': 'none',
    'root, .digit, .name': 'var(--text)',
    'digit.open:not(.forced)': 'var(--on-accent)',
    count: 'var(--quiet)',
  })}
  ${each('stroke-width', { edge: '1.5', 'edge.solved, .tip': '2', 'edge.open': '3' })}
  .edge.failed {
    stroke-opacity: 0.75;
  }
  .digit,
  .count {
    font-size: 10px;
    text-anchor: middle;
  }
  .digit {
    font-size: 13px;
    font-weight: 650;
  }
  .name {
    font-size: 12px;
    paint-order: stroke;
    stroke: var(--surface);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
`;

export const searchStyles = css`
  :host {
    ${column('10px')};
  }
  textarea {
    min-height: 7rem;
  }
  .head,
  .lane-head {
    display: flex;
    align-items: start;
    gap: 8px 12px;
  }
  .head {
    flex-wrap: wrap;
  }
  /* Next to the field, which has a label. */
  :is(.head:not(.several), .lane-head) > button {
    margin-block-start: 25px;
  }
  .head arc-strategy-picker {
    flex: 1 1 20rem;
    max-width: 34rem;
  }
  .puzzle {
    min-width: 0;
  }
  .puzzle span {
    ${ellipsis};
  }
  /* As many searches next to each other as have legible boards. */
  .lanes {
    ${tiles('min(100%, 24rem)', '24px', 'fit')};
  }
  /* Heads next to each other have the same height, so boards do too. */
  section {
    display: grid;
    grid-row: span 3;
    grid-template: subgrid / minmax(0, 1fr);
    row-gap: 10px;
  }
  .lane-head arc-strategy-picker {
    flex: 1;
    min-width: 0;
  }
  .dock {
    position: sticky;
    z-index: 2;
    inset-block-end: 0;
    margin-inline: calc(-1 * var(--view-margin, 0px));
    padding: 8px var(--view-margin, 0px);
    background: var(--ground);
    border-block-start: 1px solid var(--line);
  }
  @media (max-width: 40rem) {
    .head {
      gap: 8px;
    }
    .head:not(.several) > button {
      margin-block-start: 0;
    }
    .head arc-strategy-picker {
      order: 1;
      flex-basis: 100%;
    }
    .puzzle {
      flex: 1;
      justify-content: start;
    }
    .tool {
      width: 40px;
      padding: 0;
    }
    .tool span {
      display: none;
    }
  }
  @media not ((hover: hover) and (min-width: 60rem)) {
    .keys {
      display: none;
    }
  }
`;
