import { html, render, svg } from 'lit';

import { styledCopy } from '../../element/snapshot';

type Entry = Readonly<Record<'name' | 'color' | 'dash', string>>;

const [TITLE, LINE, EDGE] = [34, 20, 12];

/** A chart as a standalone SVG document with its current colors, a title and a legend. */
export function documentOf(chart: SVGSVGElement, title: string, legend: readonly Entry[]): string {
  const copy = styledCopy(chart);
  const { width, height } = chart.viewBox.baseVal;
  const { backgroundColor, fontFamily } = getComputedStyle(chart);
  const ink = getComputedStyle(chart.closest('figure') ?? chart).color;
  // The legend is below the title, on as many lines as necessary. Text widths are estimates.
  let [x, y] = [EDGE, TITLE + 6];
  const entries = legend.map(({ name, color, dash }) => {
    const room = 50 + 7 * name.length;
    if (x > EDGE && x + room > width) [x, y] = [EDGE, y + LINE];
    const drawn = svg`<path d="M${x} ${y}h26" stroke=${color} stroke-width="2.5" stroke-dasharray=${dash} />
      <text x=${x + 32} y=${y + 4} fill=${ink} font-size="12">${name}</text>`;
    x += room;
    return drawn;
  });
  const above = legend.length > 0 ? y - 6 + LINE : TITLE;
  copy.setAttribute('y', String(above));
  const size = `0 0 ${width} ${above + height}`;
  const place = document.createElement('div');
  render(
    html`<svg width=${width} height=${above + height} viewBox=${size} font-family=${fontFamily}>
      <title>${title}</title>
      <rect width=${width} height=${above + height} fill=${backgroundColor} />
      <text x=${EDGE} y="22" fill=${ink} font-size="15" font-weight="650">${title}</text>
      ${entries} ${copy}
    </svg>`,
    place,
  );
  const whole = new XMLSerializer().serializeToString(place.querySelector('svg') as SVGSVGElement);
  // The marks of the template.
  return whole.replaceAll(/<!--.*?-->/g, '');
}
