import { MAX_DEPTH } from '../limits.ts';
import { FileFault } from '../reading.ts';

const wireTags = {
  nothing: 0x70,
  reference: 0x71,
  classDescription: 0x72,
  object: 0x73,
  string: 0x74,
  array: 0x75,
  blockEnd: 0x78,
} as const;
const MAGIC_BYTES = 4;
const FIRST_HANDLE = 0x7e0000;
const HAS_WRITE_METHOD = 1;
const sizes: Readonly<Record<string, number>> = { B: 1, Z: 1, C: 2, S: 2, I: 4, F: 4, J: 8, D: 8 };

interface ClassDescription {
  readonly name: string;
  readonly flags: number;
  readonly fieldTypes: readonly string[];
  readonly above: ClassDescription | null;
}

/**
 * Skips one serialized Java object (Java Object Serialization Specification, chapter 6) without reading its values: JCEKS keystores
 * contain one for each secret key, and no length. Returns where it ends. Throws FileFault.
 */
export const skipJavaObject = (bytes: Buffer, start: number): number => {
  let at = start + MAGIC_BYTES;
  const handles: (ClassDescription | null)[] = [];
  const fail = (): never => {
    throw new FileFault('broken', 'The keystore is damaged. A secret key is unreadable.');
  };
  const skip = (count: number): number => {
    const from = at;
    at += count;
    if (at > bytes.length) fail();
    return from;
  };
  const byte = (): number => bytes.readUInt8(skip(1));
  const text = (): string => {
    const length = bytes.readUInt16BE(skip(2));
    return bytes.toString('latin1', skip(length), at);
  };
  const skipAnnotations = (depth: number): void => {
    while (bytes[at] !== wireTags.blockEnd) content(depth + 1);
    at += 1;
  };
  const classDescription = (depth: number): ClassDescription | null => {
    const tag = byte();
    if (tag === wireTags.nothing) return null;
    if (tag === wireTags.reference) return handles[bytes.readUInt32BE(skip(4)) - FIRST_HANDLE] ?? fail();
    if (tag !== wireTags.classDescription || depth > MAX_DEPTH) return fail();
    const name = text();
    skip(8);
    const handle = handles.push(null) - 1;
    const flags = byte();
    const fieldTypes: string[] = [];
    for (let left = bytes.readUInt16BE(skip(2)); left > 0; left -= 1) {
      const type = String.fromCharCode(byte());
      text();
      if (type === 'L' || type === '[') content(depth + 1);
      fieldTypes.push(type);
    }
    skipAnnotations(depth);
    const described = { name, flags, fieldTypes, above: classDescription(depth + 1) };
    handles[handle] = described;
    return described;
  };
  const value = (type: string, depth: number): void => {
    const size = sizes[type];
    if (size === undefined) content(depth + 1);
    else skip(size);
  };
  const fields = (described: ClassDescription | null, depth: number): void => {
    if (described === null) return;
    if (depth > MAX_DEPTH) fail();
    fields(described.above, depth + 1);
    for (const type of described.fieldTypes) value(type, depth);
    if ((described.flags & HAS_WRITE_METHOD) !== 0) skipAnnotations(depth);
  };
  const array = (described: ClassDescription | null, depth: number): void => {
    const count = bytes.readUInt32BE(skip(4));
    const type = described?.name[1] ?? '';
    const size = sizes[type];
    if (size !== undefined) skip(count * size);
    else for (let left = count; left > 0; left -= 1) content(depth + 1);
  };
  function content(depth: number): void {
    if (depth > MAX_DEPTH) fail();
    const tag = byte();
    if (tag === wireTags.nothing) return;
    if (tag === wireTags.reference) skip(4);
    else if (tag === wireTags.string) {
      handles.push(null);
      skip(bytes.readUInt16BE(skip(2)));
    } else if (tag === wireTags.object || tag === wireTags.array) {
      const described = classDescription(depth + 1);
      handles.push(null);
      if (tag === wireTags.array) array(described, depth);
      else fields(described, depth);
    } else fail();
  }
  content(0);
  return at;
};
