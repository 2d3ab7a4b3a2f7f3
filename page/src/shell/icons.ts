import { html, svg, type TemplateResult } from 'lit';

/** The paths of the page's icons, in a square with side 24. */
const ICONS = {
  grid: 'M4 4h16v16H4zM9.3 4v16M14.7 4v16M4 9.3h16M4 14.7h16',
  check: 'M4 12.5l5 5L20 6.5',
  tree: 'M12 6v3M6 15v-2.5h12V15M12 9v3.5M10 3h4v3h-4zM4 15h4v4H4zM16 15h4v4h-4zM10 15h4v4h-4zM12 12.5V15',
  chart: 'M4 4v16h16M8 16v-4M12.5 16V8M17 16v-6',
  trend: 'M3 17l6-6 4 4 8-9M15 6h6v6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  shapes: 'M4 4h7v7h7v-7h2v16h-7v-5H4zM11 4h9',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 7.6v.3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5',
  erase: 'M9 5h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H9l-6-7zM11 9l6 6M17 9l-6 6',
  hint: 'M9 18h6M10 21h4M8.5 15c-1.6-1.2-2.5-2.9-2.5-5a6 6 0 0 1 12 0c0 2.1-.9 3.8-2.5 5z',
  pause: 'M9 5v14M15 5v14',
  play: 'M7 4.5v15l12-7.5z',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9h14v-9h-1',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  auto: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M12 7.5h6.5M12 12h9M12 16.5h6.5',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5.5 5 5.5 13 0 18M12 3c-5.5 5-5.5 13 0 18',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10',
  select: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  step: 'M6 5v14l9-7zM18 5v14',
  back: 'M18 5v14l-9-7zM6 5v14',
  whole: 'M9 4H4v5M15 4h5v5M4 15v5h5M20 15v5h-5M9 9h6v6H9z',
  target: 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12 2v4M12 18v4M2 12h4M18 12h4M12 12h.01',
  fold: 'M12 4L5 15h14zM8 19.5h8',
  first: 'M6 5v14M19 5v14l-10-7z',
  last: 'M18 5v14M5 5v14l10-7z',
  jump: 'M4 6v12l8-6zM12 6v12l8-6z',
  jumpBack: 'M20 6v12l-8-6zM12 6v12l-8-6z',
  starNext: 'M9 5.5l2 4.1 4.5.6-3.3 3.2.8 4.5L9 15.8l-4 2.1.8-4.5-3.3-3.2L7 9.6zM18 8l4 4-4 4',
  starBack: 'M15 5.5l2 4.1 4.5.6-3.3 3.2.8 4.5-4-2.1-4 2.1.8-4.5-3.3-3.2 4.5-.6zM6 8l-4 4 4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M8 11l4 4 4-4M4 20h16',
  open: 'M4 19V5h6l2 2.5h8V19z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  zoom: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20.5 20.5M7.5 10.5h6M10.5 7.5v6',
  camera: 'M4 7.5h4L9.5 5h5L16 7.5h4V19H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  edit: 'M5 19l1-4L16 5l3 3L9 18zM14 7l3 3',
} as const;

export type IconName = keyof typeof ICONS;

/** An icon next to or instead of a text. It has no accessible name, so the button needs one. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${svg`<path d=${ICONS[name]} />`}
  </svg>`;
}
