import { expect, test } from 'vitest';

import { fit, MAX_SCALE, pan, reveal, zoom } from './camera';

const camera = { scale: 1, x: 10, y: 20 };
const screen = { width: 300, height: 200 };

test('zooming keeps the point under the pointer', () => {
  const near = zoom(camera, 2, 110, 70);
  expect((110 - near.x) / near.scale).toBeCloseTo(110 - camera.x);
  expect((70 - near.y) / near.scale).toBeCloseTo(70 - camera.y);
  expect(zoom(camera, 1000, 0, 0).scale).toBe(MAX_SCALE);
});

test('the whole drawing fits', () => {
  const small = fit({ width: 1000, height: 100 }, screen, 10);
  expect(small.scale).toBeCloseTo(0.28);
  expect(small.x).toBeCloseTo(10);
  expect(fit({ width: 50, height: 50 }, screen, 10).scale).toBe(1);
});

test('a point is revealed with the least movement', () => {
  const margin = { left: 20, right: 20, top: 20, bottom: 20 };
  expect(reveal(camera, { x: 50, y: 50 }, screen, margin)).toBe(camera);
  expect(reveal(camera, { x: 400, y: 50 }, screen, margin)).toEqual(pan(camera, -130, 0));
  expect(reveal(camera, { x: 50, y: -100 }, screen, margin)).toEqual(pan(camera, 0, 100));
});

test('margins can differ between sides', () => {
  const margin = { left: 20, right: 20, top: 150, bottom: 40 };
  expect(reveal(camera, { x: 50, y: 60 }, screen, margin)).toEqual(pan(camera, 0, 70));
  expect(reveal(camera, { x: 50, y: 500 }, screen, { ...margin, top: 1000 })).toEqual(pan(camera, 0, -360));
});
