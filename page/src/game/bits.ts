/** Writes numbers of a few bits each. */
export class BitWriter {
  private readonly bytes: number[] = [];
  private free = 0;

  write(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      if (this.free === 0) {
        this.bytes.push(0);
        this.free = 8;
      }
      this.free--;
      this.bytes[this.bytes.length - 1] |= ((value >>> bit) & 1) << this.free;
    }
  }

  /** All bytes, followed by their checksum. */
  finish(): Uint8Array {
    const sum = checksum(this.bytes);
    return Uint8Array.from([...this.bytes, sum >>> 8, sum & 255]);
  }
}

/** Reads what {@link BitWriter} wrote. */
export class BitReader {
  private at = 0;

  private constructor(private readonly bytes: Uint8Array) {}

  /** A reader of the bytes; undefined if the checksum is wrong. */
  static of(bytes: Uint8Array): BitReader | undefined {
    if (bytes.length < 3) return undefined;
    const body = bytes.subarray(0, -2);
    const sum = (bytes[bytes.length - 2] << 8) | bytes[bytes.length - 1];
    return checksum(body) === sum ? new BitReader(body) : undefined;
  }

  /** Whether exactly all bits were read, except for the zeros that fill the last byte. */
  get isDone(): boolean {
    return Math.ceil(this.at / 8) === this.bytes.length;
  }

  /** Reads a number. Bits after the end are zeros. */
  read(bits: number): number {
    let value = 0;
    for (let bit = 0; bit < bits; bit++, this.at++) {
      const byte = this.bytes[this.at >>> 3] ?? 0;
      value = value * 2 + ((byte >>> (7 - (this.at & 7))) & 1);
    }
    return value;
  }
}

/** CRC-16/CCITT. */
function checksum(bytes: ArrayLike<number>): number {
  let sum = 0xffff;
  for (let index = 0; index < bytes.length; index++) {
    sum ^= bytes[index] << 8;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : (sum << 1) & 0xffff;
  }
  return sum;
}

/** Encodes bytes as text that needs no escapes in addresses. */
export function toText(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Decodes the bytes of such a text; undefined for other texts. */
export function fromText(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (symbol) => symbol.charCodeAt(0));
  } catch {
    return undefined;
  }
}
