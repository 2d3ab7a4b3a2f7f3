import { ZoomTransform } from 'd3-zoom';
import { expect, test } from 'vitest';

import { fit, reveal } from './camera';

const camera = new ZoomTransform(1, 10, 20);
const screen = { width: 300, height: 200 };

test('the whole drawing fits', () => {
  const small = fit({ width: 1000, height: 100 }, screen, 10);
  expect(small.k).toBeCloseTo(0.28);
  expect(small.x).toBeCloseTo(10);
  expect(fit({ width: 50, height: 50 }, screen, 10).k).toBe(1);
});

test.each([
  ['inside', 50, 50, {}, 0, 0],
  ['to the right', 400, 50, {}, -130, 0],
  ['above', 50, -100, {}, 0, 100],
  ['above a large margin', 50, 60, { top: 150, bottom: 40 }, 0, 70],
  ['below margins larger than the screen', 50, 500, { top: 1000, bottom: 40 }, 0, -360],
])('a point %s is revealed with the least movement', (_, x, y, margins, dx, dy) => {
  const margin = { left: 20, right: 20, top: 20, bottom: 20, ...margins };
  expect(reveal(camera, { x, y }, screen, margin)).toEqual(new ZoomTransform(1, 10 + dx, 20 + dy));
});
