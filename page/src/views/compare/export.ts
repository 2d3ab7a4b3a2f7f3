import { styledCopy } from '../../element/snapshot';

/** An entry of a legend. */
export interface Entry {
  readonly name: string;
  readonly color: string;
  readonly dash: string;
}

const SPACE = 'http://www.w3.org/2000/svg';
const [TITLE, LINE, EDGE] = [34, 20, 12];

function make(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.textContent = text;
  return element;
}

/** A chart as a standalone SVG document with its current colors, a title and a legend. */
export function documentOf(svg: SVGSVGElement, title: string, legend: readonly Entry[]): string {
  const copy = styledCopy(svg);
  const { width, height } = svg.viewBox.baseVal;
  const { backgroundColor, fontFamily } = getComputedStyle(svg);
  const ink = getComputedStyle(svg.closest('figure') ?? svg).color;
  const { drawn, lines } = place(legend, width, ink);
  const above = TITLE + lines * LINE;
  copy.setAttribute('y', String(above));
  const whole = make('svg', { width, height: above + height, viewBox: `0 0 ${width} ${above + height}` });
  whole.setAttribute('xmlns', SPACE);
  whole.setAttribute('font-family', fontFamily);
  whole.append(
    make('title', {}, title),
    make('rect', { width, height: above + height, fill: backgroundColor }),
    make('text', { x: EDGE, y: 22, fill: ink, 'font-size': 15, 'font-weight': 650 }, title),
    ...drawn,
    copy,
  );
  return new XMLSerializer().serializeToString(whole);
}

/** A legend below the title, on as many lines as necessary. Text widths are estimates. */
function place(legend: readonly Entry[], width: number, ink: string): { drawn: SVGElement[]; lines: number } {
  const drawn: SVGElement[] = [];
  let [x, line] = [EDGE, 0];
  for (const { name, color, dash } of legend) {
    const room = 50 + 7 * name.length;
    if (x > EDGE && x + room > width) [x, line] = [EDGE, line + 1];
    const y = TITLE + line * LINE + 6;
    const look = { stroke: color, 'stroke-width': 2.5, 'stroke-dasharray': dash };
    drawn.push(make('path', { d: `M${x} ${y}h26`, ...look }));
    drawn.push(make('text', { x: x + 32, y: y + 4, fill: ink, 'font-size': 12 }, name));
    x += room;
  }
  return { drawn, lines: legend.length > 0 ? line + 1 : 0 };
}
