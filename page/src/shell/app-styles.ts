import { css } from 'lit';

import { line, row } from './styles';

export const appStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 100dvh;
  }
  .bar .skip {
    position: absolute;
    left: 8px;
    top: -100px;
    z-index: 30;
    padding: 10px 16px;
    border-radius: 6px;
    background: var(--accent);
    color: var(--on-accent);
  }
  .bar .skip:focus {
    top: 8px;
  }

  .bar {
    position: sticky;
    top: 0;
    z-index: 20;
    ${row('0 8px')};
    min-height: 56px;
    padding: 0 16px;
    background: var(--surface);
    border-bottom: 1px solid var(--line);
  }
  .brand {
    ${line('10px')};
    color: var(--text);
    font-weight: 680;
    font-size: clamp(calc(1.125rem / var(--text-size, 1)), 1.38vw, 1.125rem);
    letter-spacing: -0.02em;
    text-decoration: none;
  }
  .brand img {
    display: block;
  }
  .where {
    display: none;
    color: var(--quiet);
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    align-self: stretch;
    gap: 2px;
    margin-inline: 8px auto;
  }
  nav a {
    ${line('8px')};
    min-height: 52px;
    padding: 0 clamp(5px, 3.2vw - 36px, 10px);
    color: var(--quiet);
    text-decoration: none;
    border-bottom: 3px solid transparent;
    border-top: 3px solid transparent;
    white-space: nowrap;
    /* The links stay on one line with the header's other parts. */
    font-size: clamp(calc(0.9375rem / var(--text-size, 1)), 1.15vw, 0.9375rem);
  }
  nav a .icon {
    display: none;
  }
  nav a:hover {
    color: var(--text);
  }
  nav a[aria-current] {
    color: var(--text);
    border-bottom-color: var(--accent);
    font-weight: 600;
  }
  nav a:focus-visible {
    outline-offset: -4px;
  }
  .tools {
    ${line('4px')};
  }
  .language {
    ${line('0')};
    position: relative;
    color: var(--quiet);
  }
  .language .icon {
    position: absolute;
    left: 10px;
    pointer-events: none;
  }
  .language select {
    width: 40px;
    padding: 0 0 0 40px;
    border-color: transparent;
    background: none;
    appearance: none;
    cursor: pointer;
  }
  .language select:hover {
    background: var(--sunken);
  }
  .language option {
    color: var(--text);
    background: var(--surface);
  }
  .menu {
    display: none;
  }

  main {
    flex: 1;
    width: 100%;
    max-width: 1440px;
    margin: 0 auto;
    padding: 20px 24px 32px;
  }
  main:focus {
    outline: none;
  }
  .failure {
    display: grid;
    gap: 16px;
    justify-items: start;
    max-width: 32rem;
    margin: 32px auto;
  }

  .toasts {
    display: contents;
  }
  /* Errors stay, so they have their own space and cover nothing. */
  .toasts > .error {
    position: sticky;
    top: 56px;
    z-index: 10;
    display: grid;
    gap: 4px;
    width: 100%;
    max-width: 1440px;
    max-height: 50dvh;
    margin-inline: auto;
    padding-inline: 24px;
    overflow-y: auto;
    background: var(--ground);
  }
  .toasts > .error > :first-child {
    margin-top: 8px;
  }
  /* Other messages disappear after a while. Until then they cover the frame, not the controls of a view. */
  .toasts > .info {
    all: unset;
    position: fixed;
    z-index: 40;
    inset: calc(4px + env(safe-area-inset-top)) 8px auto auto;
    display: grid;
    gap: 4px;
    max-width: min(40rem, calc(100vw - 16px));
  }
  .toast {
    ${line('8px')};
    padding: 4px 4px 4px 16px;
    border: 1px solid var(--line);
    border-left: 4px solid var(--accent);
    border-radius: 8px;
    background: var(--surface);
    box-shadow: 0 4px 20px var(--shadow);
  }
  .toast span {
    flex: 1;
    padding: 8px 0;
    overflow-wrap: anywhere;
  }
  .toast.error {
    border-left-color: var(--bad);
  }
  .toast button:not(.icon-only) {
    color: var(--accent);
    font-weight: 600;
  }

  @media (max-width: 63.75em) {
    .bar {
      min-height: 48px;
      padding: 0 4px 0 12px;
    }
    .toasts > .error {
      top: 48px;
    }
    .where {
      display: block;
      flex: 1 1 0;
      min-width: 3rem;
      line-height: 1.2;
    }
    .where::before {
      content: '/';
      margin-inline: 2px 8px;
      color: var(--outline);
    }
    .tools {
      margin-inline-start: auto;
    }
    .menu {
      display: inline-flex;
    }
    nav {
      display: none;
      position: absolute;
      top: 100%;
      right: 0;
      flex-direction: column;
      gap: 0;
      min-width: 240px;
      max-height: calc(100dvh - 48px);
      overflow: auto;
      margin: 0;
      padding: 8px 0;
      background: var(--surface);
      border: 1px solid var(--line);
      border-radius: 0 0 0 10px;
      box-shadow: 0 8px 24px var(--shadow);
    }
    nav.open {
      display: flex;
    }
    nav a {
      min-height: 48px;
      padding: 0 20px;
      gap: 14px;
      font-size: 1rem;
      border: 0;
      border-left: 4px solid transparent;
    }
    nav a .icon {
      display: block;
    }
    nav a[aria-current] {
      border-left-color: var(--accent);
    }
    main {
      padding: 12px 12px 24px;
    }
  }
  @media (max-width: 43.75em) {
    .toasts > .error {
      padding-inline: 8px;
    }
    .toasts > .info {
      left: 8px;
    }
    .toast span {
      padding: 3px 0;
      font-size: min(0.875rem, 3.6vw);
      line-height: 1.25;
    }
    /* The title of the view needs the space. */
    .brand span {
      position: absolute;
      clip-path: inset(50%);
    }
    .where::before {
      content: none;
    }
  }
  @media (max-width: 30em) {
    main {
      padding: 8px 8px 16px;
    }
  }
  @media print {
    .bar,
    .toasts {
      display: none;
    }
    main {
      max-width: none;
      padding: 0;
    }
  }
`;
