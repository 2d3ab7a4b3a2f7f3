/** What of the computed style a drawing needs where there is no style sheet. */
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

/** Copies a drawing into a document that stands alone, with the colors that it has now. */
export function snapshot(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [drawing, ...drawing.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  from.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of PROPERTIES) {
      // Texts of the pattern fills name the document; the attribute has the fragment alone.
      const value = style.getPropertyValue(name);
      if (name === 'fill' && value.startsWith('url(')) continue;
      if (value !== '' && !(name.startsWith('font') && !/text|svg/.test(element.localName))) {
        to[index].setAttribute(name, value.replaceAll('"', "'"));
      }
    }
    to[index].removeAttribute('class');
  });
  copy.removeAttribute('aria-hidden');
  copy.removeAttribute('focusable');
  const box = drawing.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  for (const comment of comments(copy)) comment.remove();
  return new XMLSerializer().serializeToString(copy);
}

function comments(root: Node): Comment[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const all: Comment[] = [];
  while (walker.nextNode()) all.push(walker.currentNode as Comment);
  return all;
}
