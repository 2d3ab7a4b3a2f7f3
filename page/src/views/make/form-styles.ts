import { css } from 'lit';

import { column, row, groups } from '../../shell/styles';

export const formStyles = css`
  fieldset {
    ${column('18px')};
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .pair {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 12px;
    align-items: end;
  }
  ${groups}
  .label {
    font-weight: 600;
  }
  output {
    display: flex;
    align-items: center;
    min-height: 40px;
    color: var(--text);
    font-size: 1rem;
  }
  .rules {
    ${row('8px')};
    justify-content: space-between;
  }
  .rules ul {
    flex-basis: 100%;
    margin: 0;
    padding: 0 0 0 18px;
    max-height: 8rem;
    overflow: auto;
    overflow-wrap: anywhere;
  }
  .mask {
    max-width: 20rem;
  }
  details summary {
    min-height: 40px;
    padding: 8px 0;
    font-weight: 600;
  }
  details .group {
    padding-top: 6px;
  }
  input[aria-invalid='true'] {
    border-color: var(--bad);
    border-width: 2px;
  }
`;
