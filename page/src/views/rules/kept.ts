import { type Found, type Problem, VersionedStorage } from '../../game/storage';
import { type Draft, emptyDraft, isBlank, isSame, readDraft } from './draft';

/** The stored form of a draft, with the time of its last change. */
type Stored = Draft & { readonly touched: number };

export interface DraftRow {
  readonly id: string;
  readonly draft: Draft;
  readonly touched: number;
}

const PREFIX = 'arcdoku.rules.';

/**
 * The stored drafts, each under its own key. One of them is the current draft.
 *
 * As with games, a stored draft is overwritten only by later changes of the same draft in the same tab. A link opens
 * another draft. If another tab changed the draft, or a newer version of the page stored it, this tab continues with
 * a copy.
 */
export class DraftLibrary {
  /** The draft that was changed last, which is opened first. */
  readonly first: Draft;
  /** The problem with unreadable stored drafts, if any. */
  readonly unread: Found<unknown>;
  private readonly storage: VersionedStorage<Stored>;
  private id: string;
  /** The last stored form of the current draft. */
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

  /** Stores the current draft if it has changed. Returns the problem, if any. */
  keep(draft: Draft): Problem | undefined {
    if (draft === this.saved) return undefined;
    const value = { ...draft, touched: this.now() };
    let problem = this.storage.set(this.id, value);
    if (problem === 'newer') problem = this.storage.set((this.id = this.newId()), value);
    if (!problem) this.saved = draft;
    return problem;
  }

  /**
   * Replaces the current draft `before` and returns the new current draft: the stored draft of the same puzzle if
   * there is one, or else `next`. `kept` is whether the list contains `before`. A blank draft, or one that cannot be
   * stored, is not in the list.
   */
  begin(before: Draft, next: Draft): { readonly draft: Draft; readonly kept: boolean } {
    // If another tab has changed the draft, the copy of this tab is not stored yet.
    const isCopy = before === this.saved && !isBlank(before) && !this.isStored(before);
    if (isCopy) [this.id, this.saved] = [this.newId(), undefined];
    const kept = !this.keep(before) && !isBlank(before);
    const same = this.all().rows.filter(({ draft }) => isSame(draft, next));
    const known = same.find(({ draft }) => draft.name === next.name) ?? same[0];
    if (known || !isBlank(before)) [this.id, this.saved] = [known?.id ?? this.newId(), undefined];
    return { draft: known && !isBlank(next) ? known.draft : next, kept };
  }

  /** The other drafts, the latest first. */
  others(): DraftRow[] {
    return this.all().rows.filter(({ id, draft }) => id !== this.id && !isBlank(draft));
  }

  remove(id: string): Problem | undefined {
    return this.storage.delete(id);
  }

  /**
   * Handles a storage event: another tab stored or deleted something, or cleared the storage (without `key`). Returns
   * whether the current draft is affected.
   */
  otherTab(event: { readonly key: string | null }): boolean {
    const isAffected = event.key === null ? this.saved && !isBlank(this.saved) : event.key === PREFIX + this.id;
    if (!isAffected) return false;
    // If the other tab deleted the draft, it is stored again here, because no other copy exists.
    if (this.storage.get(this.id).kind === 'none') this.saved = undefined;
    this.id = this.newId();
    return true;
  }

  /** Whether the storage contains this form of the draft. */
  private isStored(draft: Draft): boolean {
    const found = this.storage.get(this.id);
    return found.kind === 'value' && isSame(found.value, draft) && found.value.name === draft.name;
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
