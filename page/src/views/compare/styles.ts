import { css } from 'lit';

import { column, line, tiles } from '../../shell/styles';

export const compareStyles = css`
  :host {
    --series-0: light-dark(#1f5fbf, #8ab8ff);
    --series-1: light-dark(#b3471d, #ffb08a);
    --series-2: light-dark(#18693a, #7bd69b);
    --series-3: light-dark(#7a3fa0, #d3a6f5);
    --series-4: light-dark(#806000, #ecd06f);
    --series-5: light-dark(#0f7280, #6fd6e6);
    --series-6: light-dark(#a8286f, #ff9bd0);
    --series-7: light-dark(#4a5563, #b5c0cc);
    --box: light-dark(#cfe0fa, #2b4a7a);
    --box-line: light-dark(#1f5fbf, #9cc4ff);
    ${column('16px')};
  }
  .head p {
    margin-block-start: 4px;
  }
  .columns {
    display: grid;
    gap: 20px;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
  }
  @media (min-width: 60rem) {
    .columns {
      grid-template-columns: 19rem minmax(0, 1fr);
    }
  }
  form {
    ${column('18px')};
  }
  fieldset {
    position: relative;
    ${column('6px')};
  }
  legend {
    padding: 0 0 6px;
    font-weight: 650;
  }
  .row.end {
    justify-content: end;
    /* Next to the legend. */
    margin-block: -2.6rem -4px;
    gap: 0;
  }
  .row.end button {
    padding: 4px 10px;
    font-size: 0.875rem;
    color: var(--accent);
  }
  .choices {
    ${tiles('8rem', '0 8px')};
  }
  .choices .choice,
  fieldset > .choice {
    min-width: 0;
    min-height: 36px;
    font-size: 0.9375rem;
  }
  .choice span {
    min-width: 0;
    overflow-wrap: anywhere;
    line-height: 1.25;
  }
  .add {
    align-self: start;
    padding-inline: 6px;
    color: var(--accent);
    font-size: 0.9375rem;
  }
  .line {
    ${line('8px')};
  }
  .line select {
    flex: 1;
    min-width: 0;
  }
  .two {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
    align-items: end;
  }
  .results {
    ${column('16px')};
    min-width: 0;
  }
  .hint {
    padding: 32px 24px;
    border: 1px dashed var(--outline);
    border-radius: var(--radius);
    max-width: none;
    text-align: center;
  }
  .adding,
  .run,
  .state {
    display: grid;
    gap: 8px;
    font-variant-numeric: tabular-nums;
  }
  .notes {
    padding: 10px 14px;
    border-inline-start: 4px solid var(--warn);
    border-radius: 4px;
    background: var(--sunken);
    overflow-wrap: anywhere;
  }
  .charts {
    ${tiles('min(26rem, 100%)', '16px', 'fit')};
  }
`;
