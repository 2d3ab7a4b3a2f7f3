import { select } from 'd3-selection';
import { zoom, ZoomTransform } from 'd3-zoom';
import { html, nothing, svg, type PropertyValues } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';

import { spoken } from '../../draw/names';
import { iconButton } from '../../shell/controls';
import { grouped } from '../../shell/job';
import { Component, Sizes } from '../../shell/view';
import { t } from '../../words';
import { fit, reveal, SCALES, type Size } from './camera';
import { layout, type Layout } from './layout';
import type { SearchTree } from './tree';
import { center, COLUMN, drawTree, ROW, seen, spotAt } from './tree-draw';
import { treeStyles, treeSymbols } from './styles';

/** The maximum number of drawn branches. */
const MOST = 1500;

/** The tree of a search after `count` events. Sends `arc-go` with the number of events of a chosen branch. */
@customElement('arc-search-tree')
export class SearchTreeView extends Component {
  static override styles = [treeSymbols, treeStyles];

  @property({ attribute: false }) tree!: SearchTree;
  @property({ type: Number }) count = 0;
  @state() private folded = true;
  @state() private except: ReadonlySet<number> = new Set();
  @state() private follow = true;
  @state() private camera?: ZoomTransform;
  @state() private screen: Size = { width: 0, height: 0 };
  @query('.pane') private pane!: HTMLElement;
  private drawn!: Layout;
  private readonly zooming = zoom()
    .scaleExtent(SCALES)
    .clickDistance(6)
    // A plain wheel scrolls the page. Pinching on a touchpad is a wheel with Ctrl, in small steps.
    .filter(({ type, button, ctrlKey, metaKey }) => (type === 'wheel' ? ctrlKey || metaKey : !ctrlKey && !button))
    .wheelDelta(({ deltaY }) => Math.max(-0.3, Math.min(0.3, -deltaY / 50)))
    .on('zoom', ({ transform, sourceEvent }) => {
      if (sourceEvent) this.follow = false;
      this.camera = transform;
    });

  constructor() {
    super();
    new Sizes(
      this,
      () => this.pane,
      ({ width, height }) => (this.screen = { width, height }),
    );
  }

  protected override firstUpdated(): void {
    select(this.pane).call(this.zooming).on('dblclick.zoom', null);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('tree')) {
      this.except = new Set();
      this.camera = undefined;
    }
    const { folded, except } = this;
    this.drawn = layout(this.tree, this.count, { folded, except, most: MOST });
    if (this.screen.width === 0) return;
    if (!this.camera) this.show(new ZoomTransform(1, Math.min(this.screen.width * 0.3, 120) - COLUMN / 2, 4));
    if (this.follow) this.toTip();
  }

  private show(camera: ZoomTransform): void {
    if (camera !== this.camera) this.zooming.transform(select(this.pane), camera);
  }

  private toTip(): void {
    if (!this.camera) return;
    const { screen, camera } = this;
    const tip = center(this.drawn.tip);
    // Show more of the area above and to the left of the tip. To the right or below are the buttons.
    const margin = {
      left: Math.min(0.4 * screen.width, tip.x * camera.k + 8),
      right: 116,
      top: Math.min(0.6 * screen.height, tip.y * camera.k),
      bottom: 104,
    };
    this.show(reveal(camera, tip, screen, margin));
  }

  private showAll(): void {
    const { width, height } = this.drawn;
    this.follow = false;
    const whole = fit({ width: (width + 1) * COLUMN, height: height * ROW + 12 }, this.screen, 8);
    this.zooming.scaleExtent([Math.min(SCALES[0], whole.k), SCALES[1]]);
    this.show(whole);
  }

  private zoomBy(factor: number): void {
    this.zooming.scaleBy(select(this.pane), factor);
  }

  private move(dx: number, dy: number): void {
    this.follow = false;
    const scale = this.camera?.k ?? 1;
    this.zooming.translateBy(select(this.pane), dx / scale, dy / scale);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const far = 60;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => this.move(far, 0),
      ArrowRight: () => this.move(-far, 0),
      ArrowUp: () => this.move(0, far),
      ArrowDown: () => this.move(0, -far),
      '+': () => this.zoomBy(1.25),
      '=': () => this.zoomBy(1.25),
      '-': () => this.zoomBy(0.8),
      '0': () => this.showAll(),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  private onClick({ clientX, clientY }: MouseEvent): void {
    const { camera } = this;
    if (!camera) return;
    const box = this.pane.getBoundingClientRect();
    const [x, y] = camera.invert([clientX - box.left, clientY - box.top]);
    const spot = spotAt(this.drawn.spots, x, y, 20 / Math.min(1, camera.k));
    if (!spot) return;
    if (spot.folded > 0) this.except = new Set(this.except).add(spot.branch.id);
    else this.dispatchEvent(new CustomEvent('arc-go', { detail: spot.branch.born, bubbles: true, composed: true }));
  }

  private toggleFold(): void {
    this.folded = !this.folded;
    this.except = new Set();
  }

  override render() {
    const texts = t().search;
    const { camera, drawn, screen } = this;
    const born = this.tree.bornAt(this.count);
    const path = this.tree.path(this.count);
    const name = texts.treeOf(grouped(born), grouped(this.tree.failedAt(this.count)), path.length - 1);
    return html`<div
        class="pane"
        role="group"
        tabindex="0"
        aria-label=${texts.tree}
        aria-describedby="help"
        @keydown=${this.onKey}
        @click=${this.onClick}
      >
        <svg class="drawing" role="img" aria-label=${name} width="100%" height="100%">
          ${
            camera
              ? svg`<g transform=${camera.toString()}>${drawTree(
                  seen(drawn.spots, camera, screen),
                  drawn.tip,
                  spoken,
                )}</g>`
              : nothing
          }
        </svg>
        ${born === 0 ? html`<p class="none small quiet">${texts.noGuess}</p>` : nothing}
      </div>
      <div class="tools" role="group" aria-label=${texts.tree}>
        ${iconButton('plus', texts.zoomIn, () => this.zoomBy(1.25))}
        ${iconButton('minus', texts.zoomOut, () => this.zoomBy(0.8))}
        ${iconButton('whole', texts.whole, () => this.showAll())}
        ${iconButton('target', texts.follow, () => (this.follow = !this.follow), { pressed: this.follow })}
        ${iconButton('fold', texts.fold, () => this.toggleFold(), { pressed: this.folded })}
      </div>
      <p id="help" class="hidden-text">${texts.treeHelp}</p>
      ${drawn.left > 0 ? html`<p class="note small quiet">${texts.left(grouped(drawn.left))}</p>` : nothing}`;
  }
}
