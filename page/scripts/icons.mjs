// Writes the PNG icons of the manifest from public/icon.svg: node scripts/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const folder = new URL('../public/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', folder), 'utf8');

/** The icon without round corners and with a smaller drawing, because systems cut their own shape out of it. */
const whole = svg
  .replace(/ rx="[\d.]+"/, '')
  .replace(/(<rect[^>]*\/>)(.*)(<\/svg>)/s, '$1<g transform="translate(32 32) scale(.86) translate(-32 -32)">$2</g>$3');

const ICONS = [
  ['icon-192.png', 192, svg],
  ['icon-512.png', 512, svg],
  ['icon-maskable-512.png', 512, whole],
  ['apple-touch-icon.png', 180, whole],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [name, size, image] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${image}`);
    writeFileSync(new URL(name, folder), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
