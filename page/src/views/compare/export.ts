/** Styles that a picture outside of the page needs, as what is computed now. */
const PROPERTIES = ['fill', 'stroke', 'stroke-opacity', 'fill-opacity', 'font-family', 'font-size', 'color'] as const;

/** A chart as an SVG document of its own, with its colors of now. */
export function documentOf(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) to[index].setAttribute(name, style.getPropertyValue(name));
    to[index].removeAttribute('class');
  });
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.removeAttribute('aria-hidden');
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', paperColor(svg));
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title');
  name.textContent = title;
  copy.prepend(name, paper);
  return new XMLSerializer().serializeToString(copy);
}

/** The color behind a chart: that of the nearest element that has one. */
function paperColor(svg: SVGSVGElement): string {
  for (let element: Element | null = svg; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (color !== 'rgba(0, 0, 0, 0)' && color !== 'transparent') return color;
  }
  return '#ffffff';
}
