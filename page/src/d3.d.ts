/* The used parts of modules of D3, which have no types. */

declare module 'd3-array' {
  export function bisectRight(list: readonly number[], limit: number): number;
  export function extent(values: Iterable<number>): [number, number];
  export function flatGroup<T, A, B>(values: Iterable<T>, one: (value: T) => A, other: (value: T) => B): [A, B, T[]][];
  /** The value with the least number. Values without a number are ignored. */
  export function least<T>(values: Iterable<T>, number: (value: T) => number): T | undefined;
  export function mean<T>(values: Iterable<T>, number: (value: T) => number): number | undefined;
  export function max(values: Iterable<number>): number | undefined;
  export function min(values: Iterable<number>): number | undefined;
  export function range(from: number, to?: number): number[];
  export function sum<T>(values: Iterable<T>, number: (value: T) => number): number;
}

declare module 'd3-selection' {
  export interface Selection {
    call(action: (selection: Selection) => void): this;
    on(type: string, listener: null): this;
  }
  export function select(element: Element): Selection;
}

declare module 'd3-zoom' {
  import type { Selection } from 'd3-selection';

  export class ZoomTransform {
    constructor(k: number, x: number, y: number);
    readonly k: number;
    readonly x: number;
    readonly y: number;
    invert(point: readonly [number, number]): [number, number];
    toString(): string;
  }
  export interface Zoom {
    (selection: Selection): void;
    scaleExtent(range: readonly [number, number]): this;
    clickDistance(pixels: number): this;
    filter(starts: (event: WheelEvent) => boolean): this;
    wheelDelta(doublings: (event: WheelEvent) => number): this;
    /** The event `zoom` has no source if the program changed the transformation. */
    on(type: 'zoom', listener: (event: { transform: ZoomTransform; sourceEvent: Event | null }) => void): this;
    transform(selection: Selection, transform: ZoomTransform): void;
    scaleBy(selection: Selection, factor: number): void;
    translateBy(selection: Selection, x: number, y: number): void;
  }
  export function zoom(): Zoom;
}
