import { TEMPLATES } from './faults-de';
import { phrases, type Template } from './phrases';

/**
 * What the library says of options that make no sense, with the name of the option before it. Tests keep the sentences of
 * wishes complete; an option without a name here is told with its own.
 */
const ASKS: readonly Template[] = [
  ...(
    [
      ['cages', 'Käfige'],
      ['clues', 'Vorgaben'],
      ['count', 'Anzahl'],
      ['grid', 'Gitter'],
      ['hardest', 'Schwerste Technik'],
      ['language', 'Sprache'],
      ['level', 'Stufe'],
      ['mask', 'Maske'],
      ['method', 'Verfahren'],
      ['min, --max', 'Bewertung'],
      ['rate', 'Bewertung'],
      ['rule', 'Regel'],
      ['rules', 'Regeln'],
      ['scale', 'Skala'],
      ['seed', 'Startzahl'],
      ['size', 'Größe'],
      ['strategy', 'Strategie'],
      ['symmetry', 'Symmetrie'],
      ['technique', 'Technik'],
      ['techniques', 'Techniken'],
    ] as const
  ).map(([option, name]): Template => [`${option}: {p}`, `${name}: {p}`]),
  ['{q}: {p}', '{q}: {p}'],

  // Wishes of puzzles that nothing meets.
  [
    'found cages of {n} cells, expected sizes from 1 to {n2}',
    'Käfige von {n} Zellen gefunden, möglich sind Größen von 1 bis {n2}',
  ],
  ['the range of cage sizes is empty', 'der Bereich der Größen von Käfigen ist leer'],
  ['puzzles are made for grids without extra cells', 'Rätsel werden für Gitter ohne weitere Zellen erzeugt'],
  [
    'a rule fits the shape with no number, or its text is wrong',
    'eine Regel passt mit keiner Zahl zum Gitter, oder ihr Text ist falsch',
  ],
  [
    'puzzles with cages alone are made for square grids, without clues, symmetry, mask, difficulty, other method and drawn rules',
    'Rätsel aus Käfigen allein werden für quadratische Gitter erzeugt: ohne Vorgaben, Symmetrie, Maske, Schwierigkeit, anderes Verfahren und gezeichnete Regeln',
  ],
  ['a rule does not fit the shape', 'eine Regel passt nicht zum Gitter'],
  [
    'the rules contradict each other: no grid keeps them all',
    'die Regeln widersprechen sich: Kein Gitter hält alle ein',
  ],
  ['there is no such number of clues', 'diese Anzahl von Vorgaben gibt es nicht'],
  ['a cell of the mask is outside the grid', 'eine Zelle der Maske liegt außerhalb des Gitters'],
  [
    'the mask has too few cells, or too few that the symmetry keeps',
    'die Maske hat zu wenige Zellen, oder zu wenige, die zur Symmetrie passen',
  ],
  [
    'the mask leaves out two rows or columns through the same boxes, which can change places',
    'die Maske lässt zwei Zeilen oder Spalten derselben Blöcke aus, die sich vertauschen lassen',
  ],
  [
    'the mask leaves the given grid several solutions, whichever clues are chosen',
    'die Maske lässt dem Gitter mehrere Lösungen, welche Vorgaben auch gewählt werden',
  ],
  ['the given grid is no solution of this shape', 'das Gitter ist keine Lösung dieser Form'],
  ['only 9x9 puzzles have a rating', 'nur 9x9-Rätsel haben eine Bewertung'],
  [
    'only 9x9 puzzles without further rules are rated on this scale',
    'nur 9x9-Rätsel ohne weitere Regeln werden auf dieser Skala bewertet',
  ],
  ['plain 9x9 puzzles are rated on another scale', 'gewöhnliche 9x9-Rätsel werden auf einer anderen Skala bewertet'],
  ['the range of hardness is empty', 'der Bereich der Bewertung ist leer'],
  [
    'the range of levels is empty, or the scale has no levels',
    'der Bereich der Stufen ist leer, oder die Skala hat keine Stufen',
  ],
  ['the scale has no such technique', 'diese Technik gibt es auf der Skala nicht'],
  [
    'no puzzle has this hardest step, level and hardness together',
    'kein Rätsel hat diesen schwersten Schritt, diese Stufe und diese Bewertung zugleich',
  ],
  [
    'the controlled-bias method is for minimal 9x9 puzzles of at most 33 clues, without symmetry and mask',
    'dieses Verfahren ist für minimale 9x9-Rätsel mit höchstens 33 Vorgaben, ohne Symmetrie und Maske',
  ],

  // Strategies.
  [
    'unknown strategy "{t}", expected one of {t2}, or parts such as var=mrv',
    'unbekannte Strategie „{t}“, erwartet: eine von {t2}, oder Teile wie var=mrv',
  ],
  [
    'unknown part "{t}", expected one of {t2}, as in var=mrv',
    'unbekannter Teil „{t}“, erwartet: einer von {t2} wie in var=mrv',
  ],
  ['unknown choice "{t}" for {w}, expected {p}', 'unbekannte Wahl „{t}“ für {w}, erwartet: {p}'],

  // What is told of any option.
  ['found {p}, expected {p2}', '{p} gefunden, erwartet: {p2}'],
  ['{n} is more than {n2}', '{n} ist mehr als {n2}'],
  ['a whole number', 'eine ganze Zahl'],
  ['a technique or a family, such as {t}', 'eine Technik oder eine Familie wie {t}'],
  ['a technique, such as {t}', 'eine Technik wie {t}'],
  ['a name such as {w}', 'ein Name wie {w}'],
  ['a technique such as {w}', 'eine Technik wie {w}'],
  ['boxes too', 'auch Blöcke'],
];

export const asksDe = /* @__PURE__ */ phrases([...ASKS, ...TEMPLATES]);
