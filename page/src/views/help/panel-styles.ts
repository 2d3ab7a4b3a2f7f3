import { css } from 'lit';

import { each } from '../../element/palette';
import { bareList, column, line, panel, row } from '../../shell/styles';

/** Cards of steps, also for the pages of techniques. */
export const stepStyles = css`
  .step {
    ${column('10px')};
    border-left: 4px solid var(--accent);
  }
  ${each('border-left-color', { mistakes: 'var(--bad)', marks: 'var(--warn)' })}
  .step header {
    ${line('8px')};
    align-items: baseline;
    justify-content: space-between;
  }
  /* Visible also where the step is longer than the sheet of a phone, whose padding is 16px. */
  .step > .row:has(.primary) {
    position: sticky;
    bottom: -16px;
    margin-bottom: -12px;
    padding-block: 4px 16px;
    background: inherit;
  }
  .step > .row:empty {
    display: none;
  }
  .step h2 {
    font-size: 1rem;
  }
  .premises {
    ${column('4px')};
    margin: 0;
    padding: 0 0 0 18px;
  }
  ${each('margin-left', { depth1: '16px', depth2: '32px', depth3: '48px', depth4: '64px' })}
  .conclusion {
    font-weight: 650;
  }
  .about {
    ${line('6px')};
    align-self: flex-start;
    min-height: 32px;
    font-size: 0.9375rem;
  }
  details > summary {
    min-height: 32px;
    padding: 4px 0;
    color: var(--quiet);
    font-size: 0.9375rem;
  }
  details code {
    display: block;
    overflow-wrap: anywhere;
  }
  .chip {
    ${line('6px')};
    flex: none;
    min-height: 24px;
    padding: 0 8px;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--sunken);
    color: var(--text);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .chip.solves {
    border-color: var(--good);
    background: none;
    color: var(--good);
  }
`;

export const panelStyles = [
  stepStyles,
  css`
    .topic {
      margin-top: 12px;
    }
    .topic > button {
      align-self: flex-start;
    }
    .note {
      ${row('8px')};
      justify-content: space-between;
      padding: 10px 14px;
      border-radius: var(--radius);
      background: var(--accent-soft);
    }
    .note p {
      flex: 1 1 12rem;
    }

    .list {
      ${bareList};
      ${panel};
      overflow: clip;
    }
    .list > li + li {
      border-top: 1px solid var(--line);
    }
    .list > li > button {
      justify-content: flex-start;
      width: 100%;
      min-height: 44px;
      padding: 6px 12px;
      border-radius: 0;
      text-align: start;
    }
    .list > li > button:focus-visible {
      outline-offset: -3px;
    }
    .list .name {
      flex: 1;
      min-width: 0;
    }
    .list button[aria-expanded='true'],
    .list button[aria-current='step'] {
      background: var(--accent-soft);
    }
    .list .step {
      border-width: 1px 0 0;
      border-radius: 0;
    }
    .list .step h2 {
      display: none;
    }
    .list .index {
      min-width: 1.75rem;
      color: var(--quiet);
      font-variant-numeric: tabular-nums;
      text-align: end;
    }
    .list.path {
      max-height: 24rem;
      overflow-y: auto;
    }
    .stepper {
      scroll-margin-top: 56px;
    }
    .stepper .where {
      min-width: 8rem;
      text-align: center;
      font-variant-numeric: tabular-nums;
    }
    .stepper .leave {
      margin-inline-start: auto;
    }

    .rating {
      ${column('8px')};
    }
    .rating h2 {
      font-size: 0.9375rem;
      font-weight: 500;
    }
    .rating .value {
      font-size: 1.5rem;
      font-weight: 680;
      line-height: 1.2;
      font-variant-numeric: tabular-nums;
    }
    .rating dl,
    .counts {
      display: grid;
      gap: 4px;
    }
    .rating dl div,
    .counts li {
      display: flex;
      justify-content: space-between;
      gap: 12px;
    }
    .rating dd {
      text-align: end;
    }
    .counts {
      ${bareList};
      padding-top: 12px;
      border-top: 1px solid var(--line);
      font-size: 0.9375rem;
    }

    .manner summary {
      ${line('8px')};
      min-height: 40px;
      list-style: none;
    }
    .manner summary .now {
      flex: 1;
      color: var(--text);
      text-align: end;
    }
    .manner[open] summary .icon {
      rotate: 180deg;
    }
    .manner > div {
      padding-top: 4px;
    }
  `,
];
