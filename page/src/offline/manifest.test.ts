import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: string;
}

const page = new URL('../../', import.meta.url);
const file = (name: string) => readFileSync(new URL(name, page));
const manifest = JSON.parse(file('public/manifest.webmanifest').toString()) as Record<string, string> & {
  icons: Icon[];
};
const html = file('index.html').toString();

/** Width and height of a PNG, from its first chunk. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe('the manifest of an installable page has', () => {
  it('a name, a start address within its scope, a standalone window, and a link', () => {
    expect(manifest['name']).toBe('arcdoku');
    expect(manifest['short_name'].length).toBeLessThanOrEqual(12);
    expect(new URL(manifest['start_url'], 'https://host/folder/').href).toBe('https://host/folder/index.html');
    expect(new URL(manifest['scope'], 'https://host/folder/').href).toBe('https://host/folder/');
    expect(manifest['display']).toBe('standalone');
    expect(html).toContain('<link rel="manifest" href="./manifest.webmanifest" />');
  });

  it.each(manifest.icons)('the icon $src of $sizes', ({ src, sizes, type }) => {
    const found = file(`public/${src}`);
    if (type === 'image/png') expect(sizeOf(found).join('x')).toBe(sizes);
    else expect(found.toString()).toContain('<svg');
  });

  it('icons of 192 and 512 pixels, a maskable icon, and an icon for home screens', () => {
    const has = (sizes: string, purpose: string) =>
      manifest.icons.some((icon) => icon.type === 'image/png' && icon.sizes === sizes && icon.purpose === purpose);
    expect([has('192x192', 'any'), has('512x512', 'any'), has('512x512', 'maskable')]).toEqual([true, true, true]);
    expect(html).toContain('<link rel="apple-touch-icon" href="./apple-touch-icon.png" />');
    expect(sizeOf(file('public/apple-touch-icon.png'))).toEqual([180, 180]);
  });
});
