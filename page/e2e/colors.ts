/** Red, green and blue, 0 to 1, of a computed color. */
const parts = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const times = (matrix: readonly (readonly number[])[], [a, b, c]: readonly number[]) =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c);

/** The contrast of two colors, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [low, high] = [one, other]
    .map((color) => times([[0.2126, 0.7152, 0.0722]], parts(color).map(linear))[0])
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** What people see: with all receptors, and without those for red, green or blue (Machado et al., 2009). */
const VISIONS = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** A linear color in the space OKLab, in which distances are as perceived. */
function perceived(color: readonly number[]): number[] {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    color,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt),
  );
}

/** The smallest perceived distance of two colors with any vision. */
export function distance(one: string, other: string): number {
  const all = VISIONS.map((vision) => {
    const [a, b] = [one, other].map((color) =>
      perceived(times(vision, parts(color).map(linear)).map((part) => Math.min(1, Math.max(0, part)))),
    );
    return Math.hypot(...a.map((part, at) => part - b[at]));
  });
  return Math.min(...all);
}
