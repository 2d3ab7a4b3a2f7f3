import type { Words } from './en';

/** Die Wörter der Seite auf Deutsch, mit den Schlüsseln von `en.ts`. */

export const board: Words['board'] = {
  label: (size) => `Sudoku, ${size} mal ${size}`,
  cell: (row, column) => `Zeile ${row} Spalte ${column}`,
  given: 'vorgegeben',
  empty: 'leer',
  corner: (digits) => `Eckmarken ${digits}`,
  center: (digits) => `Mittelmarken ${digits}`,
  colors: (names) => `Farbe ${names}`,
  candidateColor: (digit, color) => `Kandidat ${digit} in Farbe ${color}`,
  conflict: 'Widerspruch',
  selected: (count) => `${count} Felder ausgewählt`,
  highlighted: 'hervorgehoben',
};

export const de: Words = {
  board,
  app: {
    name: 'arcdoku',
    skip: 'Zum Inhalt',
    navigation: 'Hauptnavigation',
    menu: 'Menü',
    close: 'Schließen',
    theme: 'Darstellung',
    themes: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    language: 'Sprache',
    languages: { auto: 'Wie der Browser', en: 'English', de: 'Deutsch' },
    settings: 'Einstellungen',
    messages: 'Meldungen',
    reload: 'Neu laden',
    notLoaded: 'Dieser Teil der Seite konnte nicht geladen werden. Bitte die Verbindung prüfen und neu laden.',
    failed: (message) => `Etwas ist schiefgegangen: ${message}`,
    unknownView: (name) => `Die Ansicht „${name}“ gibt es nicht. Stattdessen wird das Spiel gezeigt.`,
    soon: 'Diese Ansicht ist noch nicht fertig.',
  },
  views: {
    play: 'Spielen',
    check: 'Lösen und prüfen',
    search: 'Suche beobachten',
    compare: 'Vergleichen',
    make: 'Erzeugen',
    rules: 'Größen und Regeln',
    about: 'Über und Hilfe',
  },
  play: {
    stored: {
      denied:
        'Dieser Browser lässt die Seite nichts speichern. Das Spiel bleibt nur erhalten, solange die Seite offen ist.',
      full: 'Im Browser ist kein Platz mehr für das Spiel. Es geht hier weiter; nicht mehr benötigte Spiele können gelöscht werden.',
      torn: 'Ein gespeichertes Spiel war nicht lesbar. Es wurde beiseitegelegt, nicht gelöscht.',
      newer: 'Ein gespeichertes Spiel stammt von einer neueren Fassung dieser Seite. Es bleibt unverändert.',
      elsewhere: 'Dieses Spiel läuft auch in einem anderen Tab. Hier geht es als Kopie weiter.',
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
