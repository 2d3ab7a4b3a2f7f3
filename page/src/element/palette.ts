import { css, svg, unsafeCSS, type CSSResult, type SVGTemplateResult } from 'lit';

/** Each color has its own pattern, which is shown where the CSS property `--patterns` is 1. */
const PATTERNS: readonly string[] = [
  'M-4 4L4 -4M-4 12L12 -4M0 16L16 0M4 20L20 4M12 20L20 12', // rising lines
  'M4 4.5h.01M12 12.5h.01', // dots
  'M-4 4L12 20M0 0L16 16M4 -4L20 12M-4 12L4 20M12 -4L20 4', // falling lines
  'M0 4h16M0 12h16', // level lines
  'M8 5v6M5 8h6', // plus signs
  'M4 0v16M12 0v16', // upright lines
  'M0 8L4 4L8 8L12 4L16 8', // zigzag
  'M8 4L12 8L8 12L4 8Z', // diamonds
  'M0 0L16 16M16 0L0 16', // lattice
];

/** The fills of the colors: `url(#color-1)` to `url(#color-9)`. */
export function patterns(): SVGTemplateResult {
  return svg`${PATTERNS.map(
    (path, index) => svg`<pattern id="color-${index + 1}" width="16" height="16" patternUnits="userSpaceOnUse">
      <rect class="k${index + 1}" width="16" height="16" />
      <path class="texture" stroke-width=${index === 1 ? 3.4 : 1.4} d=${path} />
    </pattern>`,
  )}`;
}

/**
 * The hues are as far apart as possible with normal color vision and without red, green or blue receptors, and digits
 * have a contrast of at least 4.5 on all of them. A test in the browser measures both.
 */
const HUES = [
  'light-dark(#adcdff, #163585)',
  'light-dark(#ffa237, #682400)',
  'light-dark(#f5e03f, #5f4900)',
  'light-dark(#faadd8, #842a64)',
  'light-dark(#6df6ff, #00344e)',
  'light-dark(#75ea9a, #005a3b)',
  'light-dark(#c9a5ff, #370171)',
  'light-dark(#d4ae90, #411f0b)',
  'light-dark(#d7dcd3, #423b38)',
];

/** CSS rules that set one property, with a value for each class. */
export const each = (property: string, values: Readonly<Record<string, string>>): CSSResult =>
  unsafeCSS(
    Object.entries(values)
      .map(([name, value]) => `.${name}{${property}:${value}}`)
      .join(''),
  );

/** The colors: light behind dark digits, dark behind light digits. */
export const paletteStyles = css`
  .texture {
    fill: none;
    stroke: light-dark(#00000047, #ffffff47);
    stroke-linecap: round;
    opacity: var(--patterns, 0);
  }
  ${each('fill', Object.fromEntries(HUES.map((hue, index) => [`k${index + 1}`, hue])))}
`;

export const hiddenText = css`
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
