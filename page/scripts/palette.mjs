// Makes a screenshot smaller by replacing its colors by the nearest of the 256 most common ones. Reads only the PNGs
// that Chromium writes: 8 bits, RGB or RGBA without transparency.
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync, inflateSync, crc32 } from 'node:zlib';

/** Colors with a smaller squared distance share an entry. */
const NEAR = 40;

const distance = (a, b) => {
  const part = (shift) => ((a >> shift) & 255) - ((b >> shift) & 255);
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2;
};

function chunksOf(file) {
  const chunks = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** Colors of all pixels as 0xRRGGBB. */
function pixelsOf(data, width, height, channels) {
  const raw = inflateSync(data);
  const stride = width * channels;
  const pixels = new Uint32Array(width * height);
  let before = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    const line = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : line[x - channels];
      const corner = x < channels ? 0 : before[x - channels];
      line[x] += [0, left, before[x], (left + before[x]) >> 1, paeth(left, before[x], corner)][filter];
    }
    for (let x = 0; x < width; x++) {
      const [r, g, b] = line.subarray(x * channels);
      pixels[y * width + x] = (r << 16) | (g << 8) | b;
    }
    before = line;
  }
  return pixels;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body) >>> 0, 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

export function shrink(path) {
  const file = readFileSync(path);
  const chunks = chunksOf(file);
  const header = Buffer.from(chunks[0].data);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((one) => one.data));
  const pixels = pixelsOf(data, width, height, header[9] === 6 ? 4 : 3);
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [];
  for (const [color] of [...counts].sort((a, b) => b[1] - a[1])) {
    if (palette.length < 256 && palette.every((known) => distance(known, color) > NEAR)) palette.push(color);
  }
  const places = new Map();
  for (const color of counts.keys()) {
    let best = 0;
    palette.forEach((known, index) => {
      if (distance(known, color) < distance(palette[best], color)) best = index;
    });
    places.set(color, best);
  }
  const lines = Buffer.alloc((width + 1) * height);
  pixels.forEach((color, at) => (lines[at + Math.floor(at / width) + 1] = places.get(color)));
  header[9] = 3;
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const parts = [chunk('IHDR', header), chunk('PLTE', colors), chunk('IDAT', deflateSync(lines, { level: 9 }))];
  writeFileSync(path, Buffer.concat([file.subarray(0, 8), ...parts, chunk('IEND', Buffer.alloc(0))]));
}
