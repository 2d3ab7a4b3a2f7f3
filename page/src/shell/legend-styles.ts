import { css } from 'lit';

import { bareList, line, row } from './styles';

/** Styles of a list of signs with their meanings, and of parts that can be folded. */
export const legendStyles = css`
  .legend {
    ${row('2px 14px')};
    ${bareList};
    font-size: 0.8125rem;
    color: var(--quiet);
  }
  .legend li {
    ${line('5px')};
  }
  .legend svg {
    width: var(--sign-width, 16px);
    height: var(--sign-height, 16px);
  }
  summary {
    ${line('6px')};
    min-height: 40px;
    font-size: 0.875rem;
    color: var(--quiet);
  }
  summary::before {
    content: '▸';
  }
  details[open] summary::before {
    content: '▾';
  }
`;
