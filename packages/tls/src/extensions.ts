import type { X509Certificate } from 'node:crypto';

interface Element {
  readonly tag: number;
  readonly value: Buffer;
}

const SAN = '551d11';
const EXTENDED_KEY_USAGE = '551d25';
const BASIC_CONSTRAINTS = '551d13';
const SEQUENCE = 0x30;
const BOOLEAN = 0x01;
const INTEGER = 0x02;
const EXTENSIONS = 0xa3;

/** The elements that a DER value holds one after another. Throws where lengths do not add up. */
const elementsOf = (bytes: Buffer): Element[] => {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    at += 2;
    const lengthBytes = first & 0x7f;
    if (first > 0x80 && lengthBytes > 4) throw new RangeError('A DER length is too long.');
    const length = first < 0x80 ? first : bytes.readUIntBE(at, lengthBytes);
    if (first >= 0x80) at += lengthBytes;
    if (at + length > bytes.length) throw new RangeError('A DER element ends outside its parent.');
    elements.push({ tag, value: bytes.subarray(at, at + length) });
    at += length;
  }
  return elements;
};

const only = (bytes: Buffer, tag: number): Buffer => {
  const [element, ...more] = elementsOf(bytes);
  if (element === undefined || element.tag !== tag || more.length > 0) throw new RangeError('Another DER element is expected here.');
  return element.value;
};

/** Extension identifiers (hex of their DER) with their values, in order. */
const extensionsOf = (raw: Buffer): [string, Buffer][] => {
  const [body] = elementsOf(only(raw, SEQUENCE));
  const wrapped = elementsOf(body?.value ?? Buffer.alloc(0)).find((field) => field.tag === EXTENSIONS);
  if (wrapped === undefined) return [];
  return elementsOf(only(wrapped.value, SEQUENCE)).map(({ value }): [string, Buffer] => {
    const fields = elementsOf(value);
    return [fields[0]?.value.toString('hex') ?? '', fields.at(-1)?.value ?? Buffer.alloc(0)];
  });
};

const isBasicConstraints = (value: Buffer): boolean => {
  const tags = elementsOf(only(value, SEQUENCE)).map(({ tag }) => tag);
  return ['', `${BOOLEAN}`, `${INTEGER}`, `${BOOLEAN},${INTEGER}`].includes(tags.join(','));
};

/**
 * Whether the extensions that decide trust can be read, each at most once (RFC 5280 section 4.2). Node answers
 * `undefined` for a broken one as for a missing one, and a missing extended key usage means any purpose.
 */
export const hasReadableExtensions = (certificate: X509Certificate): boolean => {
  try {
    const extensions = extensionsOf(certificate.raw);
    const values = new Map(extensions);
    const constraints = values.get(BASIC_CONSTRAINTS);
    return (
      values.size === extensions.length &&
      !(values.has(SAN) && certificate.subjectAltName === undefined) &&
      !(values.has(EXTENDED_KEY_USAGE) && certificate.keyUsage === undefined) &&
      (constraints === undefined || isBasicConstraints(constraints))
    );
  } catch {
    return false;
  }
};
