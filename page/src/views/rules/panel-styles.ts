import { css } from 'lit';

import { bareList, column, groups, row, tiles } from '../../shell/styles';

export const panelStyles = css`
  .panel {
    ${column('18px')};
  }
  .kinds {
    gap: 12px;
  }
  .lines input {
    width: 100%;
    min-width: 0;
    font-size: 1rem;
  }
  .lines {
    ${column('6px')};
    ${bareList};
    max-height: 22rem;
    overflow: auto;
  }
  .lines li {
    display: flex;
    gap: 6px;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(6.5rem, 1fr) 2fr;
    gap: 12px;
  }
  ${groups}
  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .tools button {
    flex: 1 1 auto;
    padding-inline: 10px;
    font-size: 0.9375rem;
  }
  .keys {
    ${tiles('44px', '6px')};
  }
  .keys button {
    min-height: 44px;
    padding: 0;
    font-size: 1.125rem;
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
  .keys .wide {
    grid-column: span 2;
    gap: 6px;
    font-size: 0.9375rem;
  }
  .sum {
    ${row('8px')};
  }
  .sum input {
    width: 5.5rem;
  }
  .toggles {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr));
    column-gap: 12px;
  }
  .toggles :disabled {
    cursor: not-allowed;
  }
`;
