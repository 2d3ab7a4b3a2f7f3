import { type Found, type Problem, VersionedStorage } from '../../game/storage';
import { type Draft, emptyDraft, isBlank, isSame, readDraft } from './draft';

/** A draft as it is stored, with the time of its last change. */
type Stored = Draft & { readonly touched: number };

/** A stored draft of the list. */
export interface DraftRow {
  readonly id: string;
  readonly draft: Draft;
  readonly touched: number;
}

const PREFIX = 'arcdoku.rules.';

/**
 * The stored drafts, each under a name of its own; one of them is edited now.
 *
 * As with games, a draft is replaced by its own later forms only: a link begins another one, and a draft that another tab
 * changed, or whose stored form is newer, goes on here as a copy.
 */
export class DraftLibrary {
  /** The draft to go on with: the one that was changed last. */
  readonly first: Draft;
  /** What of the stored drafts could not be read. */
  readonly unread: Found<unknown>;
  private readonly storage: VersionedStorage<Stored>;
  private id: string;
  /** The draft that is edited, as it was stored last. */
  private saved: Draft | undefined;

  constructor(
    area: () => Storage,
    private readonly now: () => number = Date.now,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {
    this.storage = new VersionedStorage(area, PREFIX, 1, readStored);
    const { rows, unread } = this.all();
    this.unread = unread;
    this.id = rows[0]?.id ?? newId();
    this.first = this.saved = rows[0]?.draft ?? emptyDraft(9);
  }

  /** Stores the draft that is edited, if it changed. Returns why not, if not. */
  keep(draft: Draft): Problem | undefined {
    if (draft === this.saved) return undefined;
    const value = { ...draft, touched: this.now() };
    let problem = this.storage.set(this.id, value);
    if (problem === 'newer') problem = this.storage.set((this.id = this.newId()), value);
    if (!problem) this.saved = draft;
    return problem;
  }

  /**
   * From now on `next` is edited: a stored draft, if one is the same, or a new one. Returns whether the draft before is in
   * the list as it was left; it is not if it is blank or cannot be stored.
   */
  begin(before: Draft, next: Draft): boolean {
    const kept = !this.keep(before);
    const known = this.all().rows.find(({ draft }) => isSame(draft, next));
    if (known || !isBlank(before)) [this.id, this.saved] = [known?.id ?? this.newId(), undefined];
    return kept && !isBlank(before);
  }

  /** The other drafts, the latest first. */
  others(): DraftRow[] {
    return this.all().rows.filter(({ id, draft }) => id !== this.id && !isBlank(draft));
  }

  remove(id: string): Problem | undefined {
    return this.storage.delete(id);
  }

  /** Another tab stored or deleted something. Returns whether it was the draft that is edited here. */
  otherTab(event: { readonly key: string | null }): boolean {
    if (event.key !== PREFIX + this.id) return false;
    // What was deleted there is stored here, as nothing else holds it.
    if (this.storage.get(this.id).kind === 'none') this.saved = undefined;
    this.id = this.newId();
    return true;
  }

  private all(): { rows: DraftRow[]; unread: Found<unknown> } {
    const rows: DraftRow[] = [];
    let unread: Found<unknown> = { kind: 'none' };
    for (const id of this.storage.names()) {
      const found = this.storage.get(id);
      if (found.kind === 'problem') unread = found;
      if (found.kind !== 'value') continue;
      const { touched, ...draft } = found.value;
      rows.push({ id, draft, touched });
    }
    return { rows: rows.sort((a, b) => b.touched - a.touched), unread };
  }
}

function readStored(value: unknown): Stored | undefined {
  const draft = readDraft(value);
  if (!draft) return undefined;
  const { touched } = value as { touched?: unknown };
  return { ...draft, touched: typeof touched === 'number' ? touched : 0 };
}
