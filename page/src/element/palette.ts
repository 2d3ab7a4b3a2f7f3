import { css, svg, unsafeCSS, type CSSResult, type SVGTemplateResult } from 'lit';

/**
 * Each color has its own pattern, so colors can be distinguished without color vision. The hues are from Paul Tol's
 * "light" scheme (personal.sron.nl/~pault), which was designed to be distinguishable behind dark text.
 */
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
      <path class="pattern" stroke-width=${index === 1 ? 3.4 : 1.4} d=${path} />
    </pattern>`,
  )}`;
}

const HUES = [
  'light-dark(#9cc3e8, #2a5680)',
  'light-dark(#f2a78f, #87442f)',
  'light-dark(#f0e29c, #6d6220)',
  'light-dark(#ffc2cd, #8a4758)',
  'light-dark(#aee5ff, #1d6478)',
  'light-dark(#7fcfb8, #20614f)',
  'light-dark(#cfdb6c, #5c661c)',
  'light-dark(#c9c94f, #55550e)',
  'light-dark(#d9d9d9, #545b64)',
];

/** CSS rules that set one property, with a value for each class. */
export const each = (property: string, values: Readonly<Record<string, string>>): CSSResult =>
  unsafeCSS(
    Object.entries(values)
      .map(([name, value]) => `.${name}{${property}:${value}}`)
      .join(''),
  );

/** The colors: light behind dark digits, dark behind light digits. A page can replace them, and that of the patterns. */
export const paletteStyles = css`
  .pattern {
    fill: none;
    stroke: var(--pattern, light-dark(#00000047, #ffffff47));
    stroke-linecap: round;
  }
  ${each('fill', Object.fromEntries(HUES.map((hue, index) => [`k${index + 1}`, `var(--color-${index + 1}, ${hue})`])))}
`;

/** Text only for screen readers. */
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
