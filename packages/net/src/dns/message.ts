import { type DnsAnswer, type DnsRecord, type ExtendedError, type RecordType, recordTypes } from './record.ts';

const HEADER_BYTES = 12;
const CLASS_IN = 1;
const OPT = 41;
const DNSSEC_OK = 0x8000;
const CHECKING_DISABLED = 0x0010;
const AUTHENTIC_DATA = 0x0020;
/** The option of RFC 8914. */
const EXTENDED_ERROR = 15;
/** An error's text is shown to people. */
const ERROR_TEXT_MAX = 200;
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
  /** Requests DNSSEC records and with them the server's verdict; NSEC always does. */
  readonly dnssec?: boolean;
  /** Asks a validating server for data that it could not verify. */
  readonly checkingDisabled?: boolean;
}

/** Whether a query can contain this name (RFC 1035 section 2.3.4); a longer name cannot exist. */
export const isAskable = (name: string): boolean =>
  name.length + 2 <= MAX_NAME_BYTES && name.split('.').every(({ length }) => length > 0 && length <= 63);

/** Encodes a UDP query. Throws RangeError for a name that is not askable. */
export const encodeQuery = ({ id, name, type, dnssec = type === 'NSEC', checkingDisabled = false }: Question): Buffer => {
  if (!isAskable(name)) throw new RangeError('Invalid DNS name.');
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'));
  const encoded = Buffer.concat([...labels.flatMap((label) => [Buffer.from([label.length]), label]), Buffer.from([0])]);
  const head = Buffer.alloc(HEADER_BYTES);
  head.writeUInt16BE(id, 0);
  head.writeUInt16BE(0x0100 | (checkingDisabled ? CHECKING_DISABLED : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(1, 10);
  const question = Buffer.alloc(4);
  question.writeUInt16BE(recordTypes[type], 0);
  question.writeUInt16BE(CLASS_IN, 2);
  const opt = Buffer.alloc(11);
  opt.writeUInt16BE(OPT, 1);
  opt.writeUInt16BE(UDP_BYTES, 3);
  // Without it, a server omits NSEC records.
  if (dnssec) opt.writeUInt16BE(DNSSEC_OK, 7);
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

/** Concatenated, as SPF and ACME read them; bytes that are not UTF-8 match nothing. */
const readStrings = (reader: Reader, end: number): string => {
  const strings: Buffer[] = [];
  while (reader.at < end) strings.push(reader.take(reader.byte()));
  return Buffer.concat(strings).toString('utf8');
};

const readData = (reader: Reader, owner: string, type: RecordType, end: number): DnsRecord => {
  const rest = (): Buffer => reader.take(Math.max(0, end - reader.at));
  switch (type) {
    case 'A':
      return { owner, type, value: [...reader.take(4)].join('.') };
    case 'AAAA':
      return { owner, type, value: ipv6Text(reader.take(16)) };
    case 'NS':
    case 'CNAME':
    case 'SOA':
      return { owner, type, value: reader.name() };
    case 'MX':
      reader.take(2);
      return { owner, type, value: reader.name() };
    case 'SRV': {
      reader.take(4);
      const port = reader.uint16();
      return { owner, type, value: reader.name(), port };
    }
    case 'NSEC': {
      const value = reader.name();
      return { owner, type, value, types: readTypes(rest()) };
    }
    case 'CAA': {
      const critical = (reader.byte() & 0x80) !== 0;
      const tag = reader.take(reader.byte()).toString('latin1').toLowerCase();
      return { owner, type, critical, tag, value: rest().toString('latin1') };
    }
    case 'TXT':
      return { owner, type, value: readStrings(reader, end) };
    case 'TLSA': {
      const [usage, selector, matching] = [reader.byte(), reader.byte(), reader.byte()];
      return { owner, type, usage, selector, matching, data: rest().toString('hex') };
    }
  }
};

/** Reads a record up to its data. */
const readFrame = (reader: Reader) => {
  const owner = reader.name();
  const [number, recordClass] = [reader.uint16(), reader.uint16()];
  reader.take(4);
  const length = reader.uint16();
  const end = reader.at + length;
  if (end > reader.length) throw new Malformed();
  return { owner, number, recordClass, end };
};

const readRecord = (reader: Reader): DnsRecord | null => {
  const { owner, number, recordClass, end } = readFrame(reader);
  const type = typesByNumber.get(number);
  const record = recordClass === CLASS_IN && isRecordType(type) ? readData(reader, owner, type, end) : null;
  if (reader.at > end) throw new Malformed();
  reader.at = end;
  return record;
};

const readErrors = (reader: Reader): ExtendedError[] => {
  const { number, end } = readFrame(reader);
  const errors: ExtendedError[] = [];
  while (number === OPT && reader.at < end) {
    const [option, length] = [reader.uint16(), reader.uint16()];
    const data = reader.take(length);
    if (option !== EXTENDED_ERROR || length < 2) continue;
    errors.push({
      code: data.readUInt16BE(0),
      text: data
        .subarray(2, 2 + ERROR_TEXT_MAX)
        .toString('utf8')
        .replace(/\p{C}/gu, ''),
    });
  }
  reader.at = end;
  return errors;
};

/** Explanations are optional: an invalid end of a message does not invalidate its answer. */
const readAllErrors = (reader: Reader, records: number): ExtendedError[] => {
  const errors: ExtendedError[] = [];
  try {
    for (let index = 0; index < records; index += 1) errors.push(...readErrors(reader));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
  }
  return errors;
};

/** Returns the answer to this exact question; null for any other or invalid message. */
export const decodeAnswer = (message: Buffer, question: Question): DnsAnswer | null => {
  try {
    const reader = new Reader(message);
    const id = reader.uint16();
    const flags = reader.uint16();
    const [questions, answers, authorities, additional] = [reader.uint16(), reader.uint16(), reader.uint16(), reader.uint16()];
    if (id !== question.id || (flags & 0x8000) === 0 || questions !== 1) return null;
    if (reader.name() !== question.name || reader.uint16() !== recordTypes[question.type] || reader.uint16() !== CLASS_IN) return null;
    const rcode = flags & 0x000f;
    const truncated = (flags & 0x0200) !== 0;
    const authenticated = (flags & AUTHENTIC_DATA) !== 0;
    if (truncated) return { rcode, truncated, authenticated, errors: [], records: [] };
    const records: DnsRecord[] = [];
    for (let index = 0; index < Math.min(answers, MAX_RECORDS); index += 1) {
      const record = readRecord(reader);
      if (record !== null) records.push(record);
    }
    // Beyond the limit, the sections that follow are not reached.
    const following = answers > MAX_RECORDS ? 0 : Math.min(authorities + additional, MAX_RECORDS);
    return { rcode, truncated, authenticated, errors: readAllErrors(reader, following), records };
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
};
