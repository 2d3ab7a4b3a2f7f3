import { css } from 'lit';

import { storedRowStyles } from '../../shell/stored-row';
import { bareList, column, ellipsis, groups, line, row, tiles } from '../../shell/styles';

export const rulesStyles = css`
  .rules {
    display: grid;
    grid-template-columns: minmax(280px, min(calc(100dvh - 280px), 680px)) minmax(20rem, 28rem);
    gap: 24px 32px;
    align-items: start;
    justify-content: center;
  }
  .board {
    position: sticky;
    top: 72px;
    min-width: 0;
    container-type: inline-size;
  }
  .under {
    margin-top: 12px;
  }
  .under .end {
    margin-inline-start: auto;
  }
  .side {
    ${column('16px')};
    min-width: 0;
  }
  textarea {
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  textarea[aria-invalid='true'] {
    border-color: var(--bad);
    border-width: 2px;
  }
  label.stack {
    gap: 8px;
  }
  :is(.faults, .lines, .checks, .earlier ul) {
    ${column('8px')};
    ${bareList};
  }
  .faults li {
    ${row('4px 12px')};
    justify-content: space-between;
    padding: 8px 12px;
    border-radius: 6px;
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }
  .faults span {
    flex: 1 1 14rem;
  }
  p:is(.good, .warn) {
    ${line('8px')};
    color: var(--tone);
  }
  .panel {
    ${column('18px')};
  }
  .kind {
    --paper: var(--surface);
    --ink: var(--text);
    width: 48px;
    height: 48px;
    flex: none;
    color: var(--text);
  }
  .kind :is(.thin, .thick) {
    fill: none;
    stroke: var(--outline);
  }
  .kind .thick {
    stroke-width: 3;
  }
  .kind .diagonal {
    fill: none;
    stroke: var(--accent);
    stroke-width: 3;
  }
  .kind .window {
    fill: var(--line);
  }
  .kind text {
    text-anchor: middle;
    font-weight: 600;
  }
  .palette {
    ${tiles('min(6rem, 30%)', '6px')};
    grid-auto-rows: max-content;
    max-height: 19rem;
    padding: 3px;
    overflow: auto;
  }
  .palette button {
    flex-direction: column;
    justify-content: flex-start;
    gap: 4px;
    padding: 6px 0;
    font-size: 0.78rem;
    line-height: 1.15;
    hyphens: auto;
    overflow-wrap: anywhere;
  }
  .bar {
    margin-top: 8px;
    gap: 6px 8px;
  }
  .bar .kind {
    width: 40px;
    height: 40px;
  }
  .value input {
    width: 6rem;
  }
  .lines {
    gap: 6px;
    max-height: 22rem;
    margin-top: 8px;
    overflow: auto;
  }
  .lines li {
    display: flex;
    gap: 6px;
  }
  .lines .kind {
    width: 30px;
    height: 30px;
  }
  .lines button:first-child {
    flex: 1;
    justify-content: flex-start;
    min-width: 0;
    padding: 4px 8px;
    text-align: start;
  }
  .lines small {
    ${ellipsis};
  }
  .checks {
    gap: 4px;
  }
  .checks li {
    ${line('8px')};
    min-height: 40px;
  }
  .checks li > span {
    flex: 1;
  }
  details .grid {
    ${tiles('7rem', '12px')};
    margin-block: 8px;
  }
  .earlier ul {
    margin-top: 12px;
  }
  ${storedRowStyles}
  .stored svg {
    background: #fff;
    color: #000;
  }
  .about > * {
    white-space: nowrap;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(6.5rem, 1fr) 2fr;
    gap: 12px;
  }
  .pair.wide {
    grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
  }
  ${groups}
  .tools {
    ${row('6px')};
  }
  .tools button {
    flex: 1 1 auto;
    padding-inline: 10px;
    font-size: 0.9375rem;
  }
  .keys [role='radio'] {
    flex-direction: column;
    gap: 0;
    line-height: 1.1;
  }
  .keys small {
    font-size: 0.75rem;
    color: var(--quiet);
  }
  .keys .off small {
    color: var(--bad);
    font-weight: 700;
    text-decoration: underline;
  }
  @container (max-width: 560px) {
    .under button span,
    .bar .kind,
    .value span {
      display: none;
    }
  }
  @container (max-width: 400px) {
    .value input {
      width: 4rem;
    }
  }
  @media (max-width: 820px) {
    .rules {
      grid-template-columns: minmax(0, 1fr);
    }
    .board {
      position: static;
      max-width: 560px;
      width: 100%;
      margin: 0 auto;
    }
  }
  /* On phones, the board stays visible while tools below it are used. */
  @media (max-width: 520px) and (min-height: 640px) {
    .intro {
      margin-bottom: 8px;
    }
    .rules {
      gap: 12px;
    }
    .board {
      position: sticky;
      top: 48px;
      z-index: 5;
      margin: 0 -8px;
      padding: 4px 8px 8px;
      width: auto;
      background: var(--ground);
    }
    :is(.under, .bar) {
      margin-top: 6px;
    }
  }
`;
