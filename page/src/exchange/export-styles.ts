import { css } from 'lit';

import { column, row } from '../shell/styles';

export const exportStyles = css`
  :host {
    display: contents;
  }
  .parts {
    ${column('28px')};
  }
  section {
    ${column('10px')};
    min-width: 0;
  }
  .head {
    ${row('8px')};
    justify-content: space-between;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .line input {
    flex: 1 1 12rem;
    min-width: 0;
    font-family: var(--mono);
    font-size: 0.875rem;
    text-overflow: ellipsis;
  }
  textarea {
    font-size: 0.875rem;
    line-height: 1.35;
    white-space: pre;
  }
  .problem {
    padding: 10px 14px;
    border-radius: 6px;
    background: var(--bad-soft);
    overflow-wrap: anywhere;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .qr {
    align-self: center;
    width: min(100%, 20rem);
    border-radius: 8px;
    shape-rendering: crispEdges;
  }
`;
