/** The page's words in English. `de.ts` has the same keys; the compiler finds a missing one. */

/** Words of `<arc-sudoku>`, which also works without the rest. */
export const board = {
  label: (size: number) => `Sudoku, ${size} by ${size}`,
  cell: (row: number, column: number) => `row ${row} column ${column}`,
  given: 'given',
  empty: 'empty',
  corner: (digits: string) => `corner marks ${digits}`,
  center: (digits: string) => `center marks ${digits}`,
  colors: (names: string) => `color ${names}`,
  candidateColor: (digit: number, color: number) => `candidate ${digit} in color ${color}`,
  conflict: 'conflict',
  selected: (count: number) => `${count} cells selected`,
  highlighted: 'highlighted',
};

export const en = {
  board,
  app: {
    name: 'arcdoku',
    skip: 'Skip to content',
    navigation: 'Main navigation',
    menu: 'Menu',
    close: 'Close',
    theme: 'Theme',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    languages: { auto: 'As the browser', en: 'English', de: 'Deutsch' },
    settings: 'Settings',
    messages: 'Messages',
    reload: 'Reload',
    notLoaded: 'This part of the page could not be loaded. Check the connection and reload.',
    failed: (message: string) => `Something went wrong: ${message}`,
    unknownView: (name: string) => `There is no view “${name}”. The game is shown instead.`,
    soon: 'This view is not finished yet.',
  },
  views: {
    play: 'Play',
    check: 'Solve and check',
    search: 'Watch the search',
    compare: 'Compare',
    make: 'Make',
    rules: 'Sizes and rules',
    about: 'About and help',
  },
  /* One section for each view, in the order of the navigation. */
  play: {
    stored: {
      denied: 'This browser does not let the page store anything. The game is kept only as long as the page is open.',
      full: 'The browser has no room to store the game. It goes on here; delete games that are no longer needed.',
      torn: 'A stored game could not be read. It was put aside, not deleted.',
      newer: 'A stored game was written by a newer version of this page. It is left as it is.',
      elsewhere: 'This game is also played in another tab. Here it goes on as a copy.',
    },
  },
  help: {},
  check: {},
  search: {},
  compare: {},
  make: {},
  rules: {},
  exchange: {},
  about: {},
};

export type Words = typeof en;
