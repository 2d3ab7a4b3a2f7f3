/** Writes numbers of a few bits each. */
export class BitWriter {
  private bits = '';

  write(value: number, count: number): void {
    this.bits += value.toString(2).padStart(count, '0');
  }

  /** All bits and their checksum as a text that needs no escapes in addresses. */
  finish(): string {
    const bytes = (this.bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2));
    const sum = checksum(bytes);
    const text = btoa(String.fromCharCode(...bytes, sum >>> 8, sum & 255));
    return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  }
}

/** Reads what {@link BitWriter} wrote. */
export class BitReader {
  private at = 0;

  private constructor(private readonly bits: string) {}

  /** A reader of the text; undefined for other texts, and if the checksum is wrong. */
  static of(text: string): BitReader | undefined {
    if (!/^[\w-]{4,}$/.test(text)) return undefined;
    let bytes: number[];
    try {
      bytes = Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (symbol) => symbol.charCodeAt(0));
    } catch {
      return undefined;
    }
    const [high, low] = bytes.splice(-2);
    if (checksum(bytes) !== high * 256 + low) return undefined;
    return new BitReader(bytes.map((byte) => byte.toString(2).padStart(8, '0')).join(''));
  }

  /** Whether exactly all bits were read, except for the zeros that fill the last byte. */
  get isDone(): boolean {
    return Math.ceil(this.at / 8) === this.bits.length / 8;
  }

  /** Reads a number. Bits after the end are zeros. */
  read(count: number): number {
    const digits = this.bits.slice(this.at, this.at + count);
    this.at += count;
    return parseInt(digits.padEnd(count, '0'), 2);
  }
}

/** CRC-16/CCITT. */
function checksum(bytes: readonly number[]): number {
  let sum = 0xffff;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : (sum << 1) & 0xffff;
  }
  return sum;
}
