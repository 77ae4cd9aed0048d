import { DerError, DerReader, tags } from './der.ts';
import { identifierBytes, identifierKey, identifierText, readBoolean } from './der-values.ts';

/** Extensions this program reads, in slot order. */
const known = [
  ['basicConstraints', '2.5.29.19'],
  ['keyUsage', '2.5.29.15'],
  ['extendedKeyUsage', '2.5.29.37'],
  ['subjectAltName', '2.5.29.17'],
  ['nameConstraints', '2.5.29.30'],
  ['authorityKeyIdentifier', '2.5.29.35'],
  ['subjectKeyIdentifier', '2.5.29.14'],
  ['crlDistributionPoints', '2.5.29.31'],
  ['authorityInfoAccess', '1.3.6.1.5.5.7.1.1'],
  ['tlsFeature', '1.3.6.1.5.5.7.1.24'],
  ['signedTimestamps', '1.3.6.1.4.1.11129.2.4.2'],
  ['certificatePolicies', '2.5.29.32'],
  ['policyMappings', '2.5.29.33'],
  ['policyConstraints', '2.5.29.36'],
  ['inhibitAnyPolicy', '2.5.29.54'],
] as const;

export type ExtensionName = (typeof known)[number][0];

/** OpenSSL, Go and browsers reject these as critical (RFC 5280 4.2.1.1, 4.2.1.2 and 4.2.2.1, RFC 6962 3.3, RFC 7633 4). */
const neverCritical: ReadonlySet<string> = new Set<ExtensionName>([
  'authorityKeyIdentifier',
  'subjectKeyIdentifier',
  'authorityInfoAccess',
  'signedTimestamps',
  'tlsFeature',
]);

const slots = new Map<string, number>(known.map(([, oid], slot) => [identifierKey(oid), slot]));
const slotOf = new Map<string, number>(known.map(([name], slot) => [name, slot]));

/** Real certificates have about ten. */
const MAX_EXTENSIONS = 100;

/** The offsets of each known extension's value, found in one pass. */
export class ExtensionIndex {
  readonly #starts: number[] = [];
  readonly #stops: number[] = [];
  /** The first unknown critical extension, dotted; null if there is none. */
  unknownCritical: string | null = null;
  /** The first extension that is critical and must not be; null if there is none. */
  wronglyCritical: ExtensionName | null = null;
  /** The fault of the list itself; null if it is valid. */
  fault: string | null = null;

  /** Reads the `Extensions` (RFC 5280 section 4.1) with these bounds. Never throws: entries after a fault are missing. */
  constructor(bytes: Buffer, at: number, end: number) {
    if (at === end) return;
    try {
      this.#walk(new DerReader(bytes, at, end));
    } catch (error) {
      if (!(error instanceof DerError)) throw error;
      this.fault = error.message;
    }
  }

  #walk(reader: DerReader): void {
    reader.enter(tags.sequence);
    if (!reader.more) throw new DerError('The list of extensions is empty.');
    const others: string[] = [];
    for (let count = 0; reader.more; count += 1) {
      if (count === MAX_EXTENSIONS) throw new DerError('There are too many extensions.');
      reader.expect(tags.sequence);
      const extension = reader.inside();
      extension.expect(tags.objectIdentifier);
      const key = identifierBytes(extension);
      const slot = slots.get(key);
      const idStart = extension.start;
      const idStop = extension.stop;
      const critical = extension.peek === tags.boolean && readBoolean(extension);
      extension.expect(tags.octetString);
      extension.finish();
      const { start, stop } = extension;
      if (slot === undefined) {
        if (others.includes(key)) throw new DerError('An extension is duplicated.');
        others.push(key);
        extension.start = idStart;
        extension.stop = idStop;
        if (critical) this.unknownCritical ??= identifierText(extension);
      } else {
        if (this.#starts[slot] !== undefined) throw new DerError('An extension is duplicated.');
        this.#starts[slot] = start;
        this.#stops[slot] = stop;
        const name = known[slot]?.[0];
        if (critical && name !== undefined && neverCritical.has(name)) this.wronglyCritical ??= name;
      }
    }
    reader.finish();
    if (reader.longLengths) throw new DerError('A length is not in its shortest form.');
  }

  has(name: ExtensionName): boolean {
    return this.#starts[slotOf.get(name) ?? -1] !== undefined;
  }

  /** Returns a reader of the extension's value; undefined if the certificate lacks it. */
  reader(bytes: Buffer, name: ExtensionName): DerReader | undefined {
    const slot = slotOf.get(name) ?? -1;
    const start = this.#starts[slot];
    const stop = this.#stops[slot];
    return start === undefined || stop === undefined ? undefined : new DerReader(bytes, start, stop);
  }
}
