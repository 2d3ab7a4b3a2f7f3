// Takes a screenshot of the built page: node scripts/shot.mjs OUT.png [FRAGMENT] [WIDTHxHEIGHT] [light|dark] [en|de]
//   [--do 'JavaScript with `page` of Playwright'] [--full] [--dist FOLDER]
// Prints the page's console output.
import { chromium } from 'playwright-core';
import { preview } from 'vite';

const words = process.argv.slice(2);
const option = (name) => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const flag = (name) => {
  const at = words.indexOf(name);
  return at >= 0 && words.splice(at, 1).length > 0;
};
const todo = option('--do');
const outDir = option('--dist') ?? 'dist';
const fullPage = flag('--full');
const [out, fragment = '#/play', size = '1280x800', colorScheme = 'light', locale = 'en'] = words;
const [width, height] = size.split('x').map(Number);

const server = await preview({ preview: { port: 0, host: '127.0.0.1' }, build: { outDir }, logLevel: 'error' });
const { port } = server.httpServer.address();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'].concat([
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ]),
});
try {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: 'reduce',
    hasTouch: width < 500,
  });
  page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`error: ${error.stack}`));
  await page.goto(`http://127.0.0.1:${port}/${fragment.includes('.html') ? '' : 'index.html'}${fragment}`);
  await page.waitForTimeout(600);
  if (todo) {
    const result = await new (Object.getPrototypeOf(async () => {}).constructor)('page', todo)(page);
    if (result !== undefined) console.log(JSON.stringify(result, null, 1));
    await page.waitForTimeout(200);
  }
  await page.screenshot({ path: out, fullPage });
} finally {
  await browser.close();
  await server.close();
}
