import { TEMPLATES } from './faults-de';
import { phrases, type Template } from './phrases';

/**
 * German texts for the library's errors about options. Each message begins with the name of the option. A test checks
 * that all errors of puzzle generation are here. Options without a German name keep their own name.
 */
const ASKS: readonly Template[] = [
  ...Object.entries({
    cages: 'Käfige',
    clues: 'Vorgaben',
    count: 'Anzahl',
    grid: 'Gitter',
    hardest: 'Schwerste Technik',
    language: 'Sprache',
    level: 'Stufe',
    mask: 'Maske',
    method: 'Verfahren',
    'min, --max': 'Bewertung',
    rate: 'Bewertung',
    rule: 'Regel',
    rules: 'Regeln',
    scale: 'Skala',
    seed: 'Startwert',
    size: 'Größe',
    strategy: 'Strategie',
    symmetry: 'Symmetrie',
    technique: 'Technik',
    techniques: 'Techniken',
  }).map(([option, name]): Template => [`${option}: {p}`, `${name}: {p}`]),
  ['{q}: {p}', '{q}: {p}'],

  // Errors of puzzle generation.
  [
    'found cages of {n} cells, expected sizes from 1 to {n2}',
    'Käfige mit {n} Zellen gefunden, erwartet: Größen von 1 bis {n2}',
  ],
  ['the range of cage sizes is empty', 'der Bereich der Käfiggrößen ist leer'],
  [
    'puzzles can be generated only for grids without extra cells',
    'Rätsel können nur für Gitter ohne Zusatzzellen erzeugt werden',
  ],
  [
    'no number makes the rule fit the shape, or its text is wrong',
    'mit keiner Zahl passt die Regel zum Gitter, oder ihr Text ist falsch',
  ],
  [
    'puzzles with cages need a square grid, and allow no clues, symmetry, mask, difficulty, other method or drawn rules',
    'Rätsel mit Käfigen brauchen ein quadratisches Gitter und erlauben keine Vorgaben, Symmetrie, Maske, Schwierigkeit, anderen Verfahren oder gezeichneten Regeln',
  ],
  ['a rule does not fit the shape', 'eine Regel passt nicht zum Gitter'],
  [
    'the rules contradict each other: no grid obeys all of them',
    'die Regeln widersprechen sich: Kein Gitter erfüllt alle',
  ],
  ['no puzzle can have this number of clues', 'kein Rätsel kann diese Anzahl von Vorgaben haben'],
  ['a cell of the mask is outside the grid', 'eine Zelle der Maske liegt außerhalb des Gitters'],
  [
    'the mask has too few cells, or too few that the symmetry allows',
    'die Maske hat zu wenige Zellen, oder zu wenige, die die Symmetrie erlaubt',
  ],
  [
    'the mask leaves out two rows or columns of the same boxes, which could be exchanged',
    'die Maske lässt zwei Zeilen oder Spalten derselben Blöcke aus, die sich vertauschen lassen',
  ],
  [
    'even all cells of the mask do not determine the given grid',
    'auch alle Zellen der Maske legen das gegebene Gitter nicht fest',
  ],
  ['the given grid is not a solution of this shape', 'das gegebene Gitter ist keine Lösung dieser Form'],
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

  // Errors of any option.
  ['found {p}, expected {p2}', '{p} gefunden, erwartet: {p2}'],
  ['{n} is more than {n2}', '{n} ist mehr als {n2}'],
  ['a whole number', 'eine ganze Zahl'],
  ['a technique or a family, such as {t}', 'eine Technik oder eine Familie wie {t}'],
  ['a technique, such as {t}', 'eine Technik wie {t}'],
  ['a name such as {w}', 'ein Name wie {w}'],
  ['a technique such as {w}', 'eine Technik wie {w}'],
];

export const asksDe = /* @__PURE__ */ phrases([...ASKS, ...TEMPLATES]);
