import { type DnsAnswer, type DnsRecord, type RecordType, recordTypes } from './record.ts';

const HEADER_BYTES = 12;
const CLASS_IN = 1;
const OPT = 41;
const DNSSEC_OK = 0x8000;
/** Fits into one packet on nearly every path (DNS flag day 2020). */
const UDP_BYTES = 1232;
const MAX_NAME_BYTES = 255;
/** A name has at most 127 labels; more jumps mean a loop. */
const MAX_JUMPS = 127;
/** Far more than any honest answer has. */
const MAX_RECORDS = 1_000;

const typesByNumber: ReadonlyMap<number, string> = new Map(Object.entries(recordTypes).map(([name, number]) => [number, name]));
const isRecordType = (name: string | undefined): name is RecordType => name !== undefined && name in recordTypes;

/** Thrown for a message that is not valid DNS. */
class Malformed extends Error {}

export interface Question {
  readonly id: number;
  readonly name: string;
  readonly type: RecordType;
}

/** Whether a query can contain this name (RFC 1035 section 2.3.4); a longer name cannot exist. */
export const isAskable = (name: string): boolean =>
  name.length + 2 <= MAX_NAME_BYTES && name.split('.').every(({ length }) => length > 0 && length <= 63);

/** Encodes a UDP query. Throws RangeError for a name that is not askable. */
export const encodeQuery = ({ id, name, type }: Question): Buffer => {
  if (!isAskable(name)) throw new RangeError('Invalid DNS name.');
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'));
  const encoded = Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.from([0])]);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(0x0100, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(1, 10);
  const question = Buffer.alloc(4);
  question.writeUInt16BE(recordTypes[type], 0);
  question.writeUInt16BE(CLASS_IN, 2);
  const opt = Buffer.alloc(11);
  opt.writeUInt16BE(OPT, 1);
  opt.writeUInt16BE(UDP_BYTES, 3);
  // Without it, a server omits NSEC records.
  if (type === 'NSEC') opt.writeUInt16BE(DNSSEC_OK, 7);
  return Buffer.concat([head, encoded, question, opt]);
};

/** Reads a message front to back; throws `Malformed` for invalid data. */
class Reader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.at];
    if (value === undefined) throw new Malformed();
    this.at += 1;
    return value;
  }

  uint16(): number {
    return this.byte() * 256 + this.byte();
  }

  take(length: number): Buffer {
    if (this.at + length > this.#bytes.length) throw new Malformed();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  /** Escapes bytes that a host name cannot contain (RFC 4343 section 2.1), so that they match no host. */
  name(): string {
    const labels: string[] = [];
    let after: number | null = null;
    let jumps = 0;
    let size = 0;
    for (;;) {
      const length = this.byte();
      if (length === 0) break;
      if (length >= 0xc0) {
        const target = (length & 0x3f) * 256 + this.byte();
        after ??= this.at;
        jumps += 1;
        if (jumps > MAX_JUMPS) throw new Malformed();
        this.at = target;
        continue;
      }
      size += length + 1;
      if (length > 63 || size > MAX_NAME_BYTES) throw new Malformed();
      labels.push(shownLabel(this.take(length)));
    }
    if (after !== null) this.at = after;
    return labels.join('.');
  }
}

const shownLabel = (label: Buffer): string =>
  label
    .toString('latin1')
    .toLowerCase()
    .replace(/[^a-z0-9_*-]/g, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`);

const ipv6Text = (bytes: Buffer): string => Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':');

/** Types by window (RFC 4034 section 4.1.2). */
const readTypes = (bitmap: Buffer): number[] => {
  const types: number[] = [];
  for (let at = 0; at + 2 <= bitmap.length; ) {
    const [window = 0, length = 0] = [bitmap[at], bitmap[at + 1]];
    for (const [index, bits] of bitmap.subarray(at + 2, at + 2 + length).entries()) {
      for (let bit = 0; bit < 8; bit += 1) if ((bits & (0x80 >> bit)) !== 0) types.push(window * 256 + index * 8 + bit);
    }
    at += 2 + length;
  }
  return types;
};

const NO_MORE = { port: null, types: [] } as const;

const readData = (reader: Reader, type: RecordType, end: number): Pick<DnsRecord, 'value' | 'port' | 'types'> | null => {
  switch (type) {
    case 'A':
      return { value: [...reader.take(4)].join('.'), ...NO_MORE };
    case 'AAAA':
      return { value: ipv6Text(reader.take(16)), ...NO_MORE };
    case 'NS':
    case 'CNAME':
    case 'SOA':
      return { value: reader.name(), ...NO_MORE };
    case 'MX':
      reader.take(2);
      return { value: reader.name(), ...NO_MORE };
    case 'SRV': {
      reader.take(4);
      const port = reader.uint16();
      return { value: reader.name(), port, types: [] };
    }
    case 'NSEC': {
      const value = reader.name();
      return { value, port: null, types: readTypes(reader.take(Math.max(0, end - reader.at))) };
    }
    case 'CAA': {
      reader.take(1);
      const tag = reader.take(reader.byte()).toString('latin1').toLowerCase();
      return { value: `${tag} ${reader.take(Math.max(0, end - reader.at)).toString('latin1')}`, ...NO_MORE };
    }
  }
};

const readRecord = (reader: Reader): DnsRecord | null => {
  const owner = reader.name();
  const type = typesByNumber.get(reader.uint16());
  const isInternet = reader.uint16() === CLASS_IN;
  reader.take(4);
  const length = reader.uint16();
  const end = reader.at + length;
  if (end > reader.length) throw new Malformed();
  const data = isInternet && isRecordType(type) ? readData(reader, type, end) : null;
  reader.at = end;
  return data === null || !isRecordType(type) ? null : { owner, type, ...data };
};

/** Returns the answer to this exact question; null for any other or invalid message. */
export const decodeAnswer = (message: Buffer, question: Question): DnsAnswer | null => {
  try {
    const reader = new Reader(message);
    const id = reader.uint16();
    const flags = reader.uint16();
    const [questions, answers] = [reader.uint16(), reader.uint16()];
    reader.take(4);
    if (id !== question.id || (flags & 0x8000) === 0 || questions !== 1) return null;
    if (reader.name() !== question.name || reader.uint16() !== recordTypes[question.type] || reader.uint16() !== CLASS_IN) return null;
    const rcode = flags & 0x000f;
    const truncated = (flags & 0x0200) !== 0;
    if (truncated) return { rcode, truncated, records: [] };
    const records: DnsRecord[] = [];
    for (let index = 0; index < Math.min(answers, MAX_RECORDS); index += 1) {
      const record = readRecord(reader);
      if (record !== null) records.push(record);
    }
    return { rcode, truncated, records };
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
};
