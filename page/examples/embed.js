// Values that attributes cannot express are set as properties.
const rules = document.querySelector('#rules');
rules.puzzle = '1..............2.......'.padEnd(36, '.');

document.querySelector('#small').addEventListener('solved', ({ detail }) => {
  document.querySelector('#solved').textContent = `Solved: ${detail.digits.join('')}`;
});

const step = document.querySelector('#step');
const digits = '4..27.6..798156234.2.84...7237468951849531726561792843.82.15479.7..243....4.87..2';
step.state = [...digits].map((digit) =>
  digit === '.' ? { center: [1, 3, 5, 6, 9] } : { digit: Number(digit), given: true },
);
step.layers = {
  picture: {
    houses: [
      { house: 'r1', role: 'base' },
      { house: 'c5', role: 'cover' },
    ],
    groups: [
      { role: 'pivot', number: 1, cells: ['r3c1'] },
      { role: 'pincer', number: 1, cells: ['r9c1'] },
    ],
    marks: [
      { cell: 'r3c1', digit: 6, role: 'on' },
      { cell: 'r9c1', digit: 6, role: 'off' },
      { cell: 'r9c3', digit: 5, role: 'eliminated' },
      { cell: 'r1c3', digit: 5, role: 'placed' },
      { cell: 'r3c3', digit: 1, role: 'fin' },
      { cell: 'r7c1', digit: 9, role: 'endo-fin' },
    ],
    links: [
      { from: { cells: ['r3c1'], digit: 6 }, to: { cells: ['r9c1'], digit: 6 }, strong: true, chain: 1 },
      { from: { cells: ['r9c1'], digit: 6 }, to: { cells: ['r9c3'], digit: 5 }, strong: false, chain: 1 },
    ],
  },
};

const colors = document.querySelector('#colors');
colors.shape = { size: 9, boxRows: 3, boxColumns: 3 };
colors.state = Array.from({ length: 81 }, (_, cell) => {
  if (cell < 9) return { colors: [cell + 1], digit: cell + 1, given: cell % 2 === 0 };
  if (cell < 18) return { colors: [((cell + 1) % 9) + 1, ((cell + 4) % 9) + 1], corner: [1, 2, 3] };
  if (cell < 27) return { colors: [1, 4, 7].map((color) => ((color + cell) % 9) + 1), center: [4, 5] };
  if (cell < 36) return { center: [1, 2, 5, 8], candidateColors: { 1: 1, 2: 2, 5: 3, 8: 6 } };
  if (cell < 45) return { corner: [1, 2, 3, 4, 5, 6, 7, 8].slice(0, cell - 36), center: [9] };
  if (cell < 54) return { center: [1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, cell - 44) };
  return {};
});
