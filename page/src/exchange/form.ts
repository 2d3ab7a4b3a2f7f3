import { type Expected, type Origin, Refusal, shown } from './types';

export type Fields = Readonly<Record<string, unknown>>;

/** A part of a decoded payload, with the path to it for messages: `killercage[2].cells[0]`. */
export class Form {
  constructor(
    readonly origin: Origin,
    readonly value: unknown,
    readonly where = '',
  ) {}

  refuse(expected: Expected, found: unknown = this.value): never {
    throw new Refusal({
      kind: 'form',
      origin: this.origin,
      where: this.where === '' ? '{}' : this.where,
      found: shown(found),
      expected,
    });
  }

  /** A field of an object. */
  at(name: string): Form {
    const path = this.where === '' ? name : `${this.where}.${name}`;
    return new Form(this.origin, this.fields()[name], path);
  }

  fields(): Fields {
    const { value } = this;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.refuse('object');
    return value as Fields;
  }

  /** The items of a list. */
  list(): Form[] {
    if (!Array.isArray(this.value)) this.refuse('list');
    return (this.value as unknown[]).map((item, index) => new Form(this.origin, item, `${this.where}[${index}]`));
  }

  /** The items of a list, none if there is no list. */
  optionalList(): Form[] {
    return this.value === undefined || this.value === null ? [] : this.list();
  }

  text(): string {
    if (typeof this.value !== 'string') this.refuse('text');
    return this.value as string;
  }

  /** A text, or nothing. */
  optionalText(): string | undefined {
    return typeof this.value === 'string' && this.value.trim() !== '' ? this.value : undefined;
  }

  /** A whole number from `least` to `most`, as a number or in a text. */
  whole(least: number, most: number, expected: Expected): number {
    const { value } = this;
    const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(number) || (number as number) < least || (number as number) > most) this.refuse(expected);
    return number as number;
  }
}
