import type { CertificateFacts } from '../checks/observation.ts';

/** Compared fields in display order, with their labels. */
const fields = {
  subject: 'Subject',
  issuer: 'Issuer',
  notBefore: 'Valid from',
  notAfter: 'Valid until',
  serialNumber: 'Serial number',
  san: 'Subject alternative names',
  keyType: 'Key type',
  keyBits: 'Key size',
  curve: 'Curve',
  signatureAlgorithm: 'Signature algorithm',
  isCa: 'Certificate authority',
  fingerprint: 'SHA-1 fingerprint',
  fingerprint256: 'SHA-256 fingerprint',
} as const satisfies Partial<Record<keyof CertificateFacts, string>>;

export type ComparedField = keyof typeof fields;

/** A value for display; a list for names, null if the certificate has none. Instants are ISO 8601. */
export type ComparedValue = string | readonly string[] | null;

export interface FieldComparison {
  readonly field: ComparedField;
  readonly label: string;
  readonly before: ComparedValue;
  readonly after: ComparedValue;
  readonly changed: boolean;
  /** Of a list: entries that only one of both has. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const comparedValue = (facts: CertificateFacts, field: ComparedField): ComparedValue => {
  const value = facts[field];
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return field === 'keyBits' ? `${value} bits` : String(value);
};

const listOf = (value: ComparedValue): readonly string[] => (typeof value === 'object' && value !== null ? value : []);
const without = (list: readonly string[], other: readonly string[]): string[] => {
  const known = new Set(other);
  return list.filter((item) => !known.has(item));
};

/** Returns the fields that differ between two certificates. The order of a list's names does not matter. */
export const compareFacts = (before: CertificateFacts, after: CertificateFacts): FieldComparison[] =>
  Object.entries(fields).flatMap(([name, label]) => {
    if (!isComparedField(name)) return [];
    const [one, other] = [comparedValue(before, name), comparedValue(after, name)];
    const [added, removed] = [without(listOf(other), listOf(one)), without(listOf(one), listOf(other))];
    const changed = name === 'san' ? added.length + removed.length > 0 : one !== other;
    return [{ field: name, label, before: one, after: other, changed, added, removed }];
  });

const isComparedField = (name: string): name is ComparedField => Object.hasOwn(fields, name);
