import { css } from 'lit';

/** Text for screen readers alone. */
export const hiddenText = css`
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
