/** The computed style properties that a drawing without a style sheet needs. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'font-size',
  'font-weight',
  'font-family',
  'letter-spacing',
  'text-anchor',
];

/** A copy of a drawing with its current styles as attributes. */
export function styledCopy(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [drawing, ...drawing.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) {
      // The computed value of a pattern fill contains the document's address; the attribute has only the fragment.
      const value = style.getPropertyValue(name);
      if (name === 'fill' && value.startsWith('url(')) continue;
      if (value !== '' && !(name.startsWith('font') && !/text|svg|tspan/.test(element.localName))) {
        to[index].setAttribute(name, value.replaceAll('"', "'"));
      }
    }
    to[index].removeAttribute('class');
  });
  const { width, height } = drawing.viewBox.baseVal;
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  for (const name of ['aria-hidden', 'focusable']) copy.removeAttribute(name);
  return copy;
}

/** Copies a drawing into a standalone document with its current colors. */
export function snapshot(drawing: SVGSVGElement): string {
  const copy = styledCopy(drawing);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/gs, '');
}
