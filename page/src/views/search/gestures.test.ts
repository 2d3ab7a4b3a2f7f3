import { expect, test } from 'vitest';

import { Gestures } from './camera';

const camera = { scale: 1, x: 0, y: 0 };

test('a press without much movement is a click', () => {
  const gestures = new Gestures();
  gestures.start(1, 10, 10);
  expect(gestures.move(camera, 1, 12, 11)).toBe(camera);
  expect(gestures.end(1)).toBe(true);
  expect(gestures.end(1)).toBe(false);
});

test('one pointer drags', () => {
  const gestures = new Gestures();
  gestures.start(1, 10, 10);
  expect(gestures.move(camera, 1, 40, 30)).toEqual({ scale: 1, x: 30, y: 20 });
  expect(gestures.active).toBe(true);
  expect(gestures.end(1)).toBe(false);
  expect(gestures.active).toBe(false);
});

test('two pointers zoom about the middle between them', () => {
  const gestures = new Gestures();
  gestures.start(1, 100, 100);
  gestures.start(2, 200, 100);
  const near = gestures.move(camera, 2, 300, 100);
  expect(near.scale).toBeCloseTo(2);
  expect(gestures.end(1)).toBe(false);
  expect(gestures.end(2)).toBe(false);
});

test('unknown pointers change nothing', () => {
  const gestures = new Gestures();
  expect(gestures.move(camera, 7, 40, 30)).toBe(camera);
  expect(gestures.end(7)).toBe(false);
});
