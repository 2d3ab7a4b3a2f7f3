import { css, unsafeCSS, type CSSResult } from 'lit';

import { hiddenText } from '../element/palette';

/* Declarations that many rules share: `${column('8px')};` */

/** Items below each other. */
export const column = (gap: string): CSSResult => css`
  display: flex;
  flex-direction: column;
  gap: ${unsafeCSS(gap)};
`;
/** Items next to each other, on one line. */
export const line = (gap: string): CSSResult => css`
  display: flex;
  align-items: center;
  gap: ${unsafeCSS(gap)};
`;
/** As many columns of the minimum width as fit. With `fit`, a few items fill the whole width. */
export const tiles = (least: string, gap: string, how: 'fill' | 'fit' = 'fill'): CSSResult => css`
  display: grid;
  grid-template-columns: repeat(auto-${unsafeCSS(how)}, minmax(${unsafeCSS(least)}, 1fr));
  gap: ${unsafeCSS(gap)};
`;
/** Items next to each other, on as many lines as necessary. */
export const row = (gap: string): CSSResult => css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${unsafeCSS(gap)};
`;
export const bareList = css`
  margin: 0;
  padding: 0;
  list-style: none;
`;
export const ellipsis = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
/** Groups of fields that fill the width. */
export const groups = css`
  .group {
    ${column('10px')};
  }
  label.field :is(select, input) {
    width: 100%;
    min-width: 0;
    color: var(--text);
    font-size: 1rem;
  }
`;
/** Content on a separate surface. */
export const panel = css`
  border: 1px solid var(--line);
  border-radius: var(--radius);
  background: var(--surface);
`;

/** Styles that all views share. Components list them first in their `styles`. */
export const shared = css`
  :host {
    display: block;
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: inherit;
  }
  /* The internal elements of browsers do not inherit the property. */
  details > * {
    box-sizing: border-box;
  }

  :is(h1, h2, h3) {
    margin: 0;
    line-height: 1.25;
    letter-spacing: -0.01em;
  }
  h1 {
    font-size: 1.5rem;
  }
  h2 {
    font-size: 1.125rem;
  }
  h3 {
    font-size: 1rem;
  }
  p {
    margin: 0;
    max-width: 44rem;
  }
  a {
    color: var(--accent);
  }
  code,
  pre,
  textarea.code {
    font-family: var(--mono);
    font-size: 0.9em;
  }

  figure,
  dl,
  dd {
    margin: 0;
  }
  dt {
    color: var(--quiet);
  }
  dd {
    font-variant-numeric: tabular-nums;
  }
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  progress {
    width: 100%;
    height: 8px;
    accent-color: var(--accent);
  }
  summary {
    cursor: pointer;
  }
  .intro {
    margin: 4px 0 16px;
  }

  .quiet {
    color: var(--quiet);
  }
  .small {
    font-size: 0.875rem;
  }
  .error {
    color: var(--bad);
  }
  .problem {
    padding: 10px 14px;
    border-radius: 6px;
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }
  .icon {
    width: 1.25em;
    height: 1.25em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }

  .row {
    ${row('8px')};
  }
  .stack {
    ${column('var(--gap)')};
  }
  .card {
    ${panel};
    padding: 16px;
  }
  a.card {
    color: var(--text);
    text-decoration: none;
  }
  a.card:hover {
    border-color: var(--accent);
  }

  button,
  .button,
  select,
  textarea,
  input:is([type='text'], [type='number'], [type='search']) {
    font: inherit;
    color: var(--text);
    background: var(--surface);
    border: 1px solid var(--outline);
    border-radius: 6px;
    min-height: 40px;
  }
  button,
  .button {
    ${line('8px')};
    display: inline-flex;
    justify-content: center;
    padding: 6px 14px;
    border-color: var(--line);
    text-decoration: none;
    cursor: pointer;
    touch-action: manipulation;
    user-select: none;
    -webkit-user-select: none;
  }
  button:hover:not(:disabled),
  .button:hover {
    background: var(--sunken);
  }
  button:disabled {
    color: var(--quiet);
    cursor: default;
    opacity: 0.65;
  }
  button.primary,
  .button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  button.primary:hover:not(:disabled),
  .button.primary:hover {
    filter: brightness(1.08);
    background: var(--accent);
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  button.icon-only {
    width: 40px;
    padding: 0;
  }
  button:is([aria-pressed='true'], [aria-selected='true'], [aria-checked='true']) {
    background: var(--accent-soft);
    border-color: var(--accent);
    color: var(--text);
  }

  /* A choice of one of a few options. */
  .segments {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 3px;
    border-radius: 10px;
    background: var(--sunken);
  }
  .segments button {
    flex: 1 0 auto;
    padding: 4px 3px;
    border-color: transparent;
    border-radius: 7px;
    background: none;
    font-size: 0.9375rem;
  }
  .segments button:is([aria-checked='true'], [aria-selected='true']) {
    background: var(--surface);
    border-color: var(--line);
    box-shadow: 0 1px 3px var(--shadow);
    font-weight: 600;
  }

  select {
    padding: 6px 8px;
  }
  textarea {
    width: 100%;
    resize: vertical;
  }
  textarea,
  input:is([type='text'], [type='number'], [type='search']) {
    padding: 6px 10px;
  }
  label.field {
    ${column('4px')};
    font-size: 0.875rem;
    color: var(--quiet);
  }
  label.choice {
    ${line('8px')};
    display: inline-flex;
    min-height: 40px;
    cursor: pointer;
  }
  input:is([type='checkbox'], [type='radio']) {
    width: 20px;
    height: 20px;
    margin: 0;
    flex: none;
    accent-color: var(--accent);
  }

  :focus-visible {
    outline: 3px solid var(--accent);
    outline-offset: 2px;
  }

  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 6px 10px;
    border-bottom: 1px solid var(--line);
    text-align: start;
  }
  .scroll {
    overflow-x: auto;
    max-width: 100%;
  }

  ${hiddenText}

  .spinner {
    width: 18px;
    height: 18px;
    border: 3px solid var(--line);
    border-top-color: var(--accent);
    border-radius: 50%;
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 0s !important;
      transition-duration: 0s !important;
      scroll-behavior: auto !important;
    }
  }

  .rule-list {
    margin: 8px 0 0;
    padding-inline-start: 20px;
    font-size: 0.875rem;
  }
`;
