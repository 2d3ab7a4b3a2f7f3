// Takes the screenshots of the built page for docs/guide/: node scripts/pictures.mjs [NAME ...]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { shrink } from './palette.mjs';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const [DESKTOP, PHONE] = ['1280x800', '360x740'];

/** The board one step before an XY-Wing, in the form of links. */
const WING = '.6.9.5..4.9.4.2865.4..1.29...9.6.7..4..297..6.8.5.49.2.74.5.6..9531.8427.2..4..59';
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** Cages of two and three cells. */
function killer() {
  const rules = [];
  for (let row = 0; row < 9; row++) {
    for (const columns of row % 2
      ? [
          [0, 1, 2],
          [3, 4],
          [5, 6],
          [7, 8],
        ]
      : [
          [0, 1],
          [2, 3],
          [4, 5, 6],
          [7, 8],
        ]) {
      const cells = columns.map((column) => `r${row + 1}c${column + 1}`);
      const sum = columns.reduce((all, column) => all + Number(SOLUTION[row * 9 + column]), 0);
      rules.push(`cage ${sum}: ${cells.join(' ')}`);
    }
  }
  return encodeURIComponent(JSON.stringify({ puzzle: '.'.repeat(81), rules }));
}

const HINT = `await page.locator('arc-view-play arc-sudoku').focus();
  await page.keyboard.press('?');
  await page.locator('arc-help-panel .step').waitFor();`;
const SEARCH = `await page.waitForTimeout(2500);
  for (let step = 0; step < 6; step++) await page.keyboard.press('Shift+ArrowRight');
  await page.waitForTimeout(500);`;

/** Rules of many kinds. */
const RULES = [
  'renban: r1c1 r1c2 r2c3 r3c3',
  'whisper 5: r4c1 r5c1 r6c2 r5c3',
  'arrow: r1c5 r2c5 r3c4',
  'thermo: r9c1 r8c1 r7c2 r7c3',
  'between: r4c5 r5c6 r6c6',
  'cage 12: r7c5 r7c6 r8c6',
  'white-dot: r1c8 r1c9',
  'black-dot: r2c7 r3c7',
  'x: r4c8 r4c9',
  'greater: r6c8 r6c9',
  'quadruple 1 2 3: r8c8 r8c9 r9c8 r9c9',
  'sandwich 12: r1c4 r2c4 r3c4 r4c4 r5c4 r6c4 r7c4 r8c4 r9c4',
  'little-killer 33: r1c2 r2c3 r3c4 r4c5 r5c6 r6c7 r7c8 r8c9',
];
const RULED = encodeURIComponent(JSON.stringify({ puzzle: '.'.repeat(81), rules: RULES }));

const PICTURES = [
  ['page-play-phone', '#/play', PHONE, ''],
  [
    'page-hint-phone',
    '#/play',
    PHONE,
    `${HINT} await page.getByRole('button', { name: 'Show the step' }).click(); await page.waitForTimeout(800);`,
  ],
  [
    'page-check',
    `#/check?p=${killer()}`,
    DESKTOP,
    `await page.locator('select').filter({ hasText: 'Not shown' }).selectOption({ index: 2 }); await page.waitForTimeout(9000);`,
  ],
  ['page-search', '#/search?a=fc-mrv&b=ac3-mrv', DESKTOP, SEARCH],
  ['page-search-phone', '#/search?a=fc-mrv&b=ac3-mrv', PHONE, SEARCH],
  [
    'page-compare',
    '#/compare',
    DESKTOP,
    `await page.getByRole('button', { name: 'Compare' }).click();
     await page.locator('arc-compare-chart svg').first().waitFor({ timeout: 120000 }); await page.waitForTimeout(3000);
     await page.locator('arc-compare-results').evaluate((element) => element.scrollIntoView()); await page.evaluate(() => scrollBy(0, -70));`,
  ],
  ['page-technique', '#/techniques?name=xy-wing', DESKTOP, 'await page.waitForTimeout(2500);'],
  [
    'page-rules-phone',
    `#/rules?p=${RULED}`,
    PHONE,
    `await page.getByRole('radio', { name: 'Rules', exact: true }).click(); await page.waitForTimeout(1500);`,
  ],
];

// All pictures, or only the given names.
const wanted = process.argv.slice(2);
for (const [name, fragment, size, todo] of PICTURES.filter(([name]) => wanted.length === 0 || wanted.includes(name))) {
  const out = file(`../../docs/pictures/${name}.png`);
  console.log(name);
  const words = [file('shot.mjs'), out, fragment, size, 'light', 'en', ...(todo ? ['--do', todo] : [])];
  execFileSync(process.execPath, words, { stdio: 'inherit' });
  shrink(out);
}
