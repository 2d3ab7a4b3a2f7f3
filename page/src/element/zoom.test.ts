import { expect, test } from 'vitest';

import { keepMiddle, nextZoom, reveal } from './zoom';

/** An element of 300 x 300. */
function host(scrollLeft = 0, scrollTop = 0) {
  const place = {
    clientWidth: 300,
    clientHeight: 300,
    scrollLeft,
    scrollTop,
    scrollTo: (_x: number, _y: number) => {},
  };
  // Like browsers, clamp to the scrollable range.
  place.scrollTo = (x, y) => Object.assign(place, { scrollLeft: Math.max(0, x), scrollTop: Math.max(0, y) });
  return place as unknown as HTMLElement;
}

test('a control cycles through all levels', () => {
  expect([1, 2, 3].map((zoom) => nextZoom(zoom, 16))).toEqual([2, 3, 1]);
  expect([1, 2, 3, 4].map((zoom) => nextZoom(zoom, 25))).toEqual([2, 3, 4, 1]);
});

test('a chosen cell comes to the middle', () => {
  const place = host(300, 300);
  keepMiddle(place, 3, 2, 16, 0);
  expect([place.scrollLeft, place.scrollTop]).toEqual([0, 0]);
});

test('a cell is shown with its surroundings, and nothing moves if they are visible', () => {
  const place = host();
  // Cells have a side of 60, so the sixth one begins at 300.
  const left = [0, 5, 4].map((cell) => {
    reveal(place, 2, 10, cell);
    return place.scrollLeft;
  });
  expect([left, place.scrollTop]).toEqual([[0, 90, 90], 0]);
});
