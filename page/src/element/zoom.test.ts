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

test('the middle stays the same, unless a cell is chosen', () => {
  const place = host();
  keepMiddle(place, 1, 2, 16);
  expect([place.scrollLeft, place.scrollTop]).toEqual([150, 150]);
  keepMiddle(place, 2, 3, 16);
  expect([place.scrollLeft, place.scrollTop]).toEqual([300, 300]);
  keepMiddle(place, 3, 2, 16, 0);
  expect([place.scrollLeft, place.scrollTop]).toEqual([0, 0]);
});

test('a cell is shown with its surroundings', () => {
  const place = host();
  reveal(place, 2, 10, 0);
  expect([place.scrollLeft, place.scrollTop]).toEqual([0, 0]);
  // Cells have a side of 60, so the sixth one begins at 300.
  reveal(place, 2, 10, 5);
  expect([place.scrollLeft, place.scrollTop]).toEqual([90, 0]);
  reveal(place, 2, 10, 4);
  expect([place.scrollLeft, place.scrollTop]).toEqual([90, 0]);
});
