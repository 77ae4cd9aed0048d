import { createHash } from 'node:crypto';
import { bitString, boolean, der, explicit, implicit, integer, objectIdentifier, octetString, sequence, setOf, time } from './der.ts';
import { extension } from './issue.ts';
import { type KeyPair, keyPair, signerFor } from './keys.ts';

/** Extension values of the crafted certificates, by name; `null` leaves one out. */
export type CraftedExtensions = Readonly<Record<string, Buffer | null>>;

/** Parts to write instead of the defaults, each complete DER unless stated otherwise. */
export interface Crafting {
  readonly version?: number;
  /** The INTEGER's contents. */
  readonly serial?: Buffer;
  /** The signature algorithm outside of the signed part. */
  readonly outerAlgorithm?: Buffer;
  readonly innerAlgorithm?: Buffer;
  readonly issuer?: Buffer;
  readonly notBefore?: Buffer;
  readonly notAfter?: Buffer;
  readonly subject?: Buffer;
  readonly spki?: Buffer;
  /** Written between the key and the extensions. */
  readonly uniqueIdentifiers?: Buffer;
  /** Changes to the default extensions, each a complete `Extension`. */
  readonly extensions?: CraftedExtensions;
}

export interface Crafted {
  readonly der: Buffer;
  readonly subject: Buffer;
  readonly key: KeyPair;
}

/** An attribute of a name, a PrintableString unless another tag is given. */
export type AttributeEntry = readonly [type: string, text: string, tag?: number];

/** One relative name for each attribute, in order. */
export const nameOf = (...attributes: readonly AttributeEntry[]): Buffer =>
  sequence(...attributes.map(([type, text, tag = 0x13]) => setOf(sequence(objectIdentifier(type), der(tag, Buffer.from(text))))));

const keyIdentifier = ({ spki }: KeyPair): Buffer => createHash('sha1').update(spki).digest();

const keyUsage = (...bytes: readonly number[]): Buffer => extension('2.5.29.15', der(0x03, Buffer.from(bytes)), true);
const purposes = extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1')));
const policies = extension('2.5.29.32', sequence(sequence(objectIdentifier('2.23.140.1.2.1'))));
const crlPoints = extension(
  '2.5.29.31',
  sequence(sequence(explicit(0, explicit(0, implicit(6, Buffer.from('http://crl.example/1.crl')))))),
);
const access = extension(
  '1.3.6.1.5.5.7.1.1',
  sequence(sequence(objectIdentifier('1.3.6.1.5.5.7.48.2'), implicit(6, Buffer.from('http://ca.example/1.crt')))),
);

const authority = (key: KeyPair): CraftedExtensions => ({
  basicConstraints: extension('2.5.29.19', sequence(boolean(true)), true),
  keyUsage: keyUsage(1, 0x06),
  subjectKeyIdentifier: extension('2.5.29.14', octetString(keyIdentifier(key))),
});
const authorityKeyIdentifier = (key: KeyPair): Buffer => extension('2.5.29.35', sequence(implicit(0, keyIdentifier(key))));

interface Defaults extends Required<Pick<Crafting, 'subject' | 'notBefore' | 'notAfter' | 'extensions'>> {
  readonly key: KeyPair;
}

const SERIAL = Buffer.from('4e6f7461667465724e6f746166746572', 'hex');

const craft = (defaults: Defaults, changes: Crafting, issuer?: Crafted): Crafted => {
  const { version = 3, uniqueIdentifiers = Buffer.alloc(0) } = changes;
  const { key } = defaults;
  const signer = signerFor(issuer?.key ?? key, 'sha256');
  const subject = changes.subject ?? defaults.subject;
  const extensions = Object.values({ ...defaults.extensions, ...changes.extensions }).filter((each) => each !== null);
  const body = sequence(
    ...(version === 1 ? [] : [explicit(0, integer(version - 1))]),
    der(0x02, changes.serial ?? SERIAL),
    changes.innerAlgorithm ?? signer.algorithm,
    changes.issuer ?? issuer?.subject ?? subject,
    sequence(changes.notBefore ?? defaults.notBefore, changes.notAfter ?? defaults.notAfter),
    subject,
    changes.spki ?? key.spki,
    uniqueIdentifiers,
    ...(extensions.length === 0 || version < 3 ? [] : [explicit(3, sequence(...extensions))]),
  );
  return { der: sequence(body, changes.outerAlgorithm ?? signer.algorithm, bitString(signer.sign(body))), subject, key };
};

const caName = (commonName: string): Buffer => nameOf(['2.5.4.6', 'US'], ['2.5.4.10', 'Crafted'], ['2.5.4.3', commonName]);
const day = (text: string): Buffer => time(new Date(text));

/**
 * Crafts a chain of three certificates as the Baseline Requirements of June 2026 want it, leaf first; every part can be written
 * otherwise. The leaf is for a.example.com, valid for 90 days from 2026-06-01.
 */
export const craftChain = (
  changes: { readonly leaf?: Crafting; readonly intermediate?: Crafting; readonly root?: Crafting } = {},
): [leaf: Buffer, intermediate: Buffer, root: Buffer] => {
  const rootKey = keyPair('P-256', 'crafted root');
  const root = craft(
    {
      key: rootKey,
      subject: caName('Root'),
      notBefore: day('2024-01-01'),
      notAfter: day('2043-12-31T23:59:59Z'),
      extensions: { ...authority(rootKey), authorityKeyIdentifier: authorityKeyIdentifier(rootKey) },
    },
    changes.root ?? {},
  );
  const key = keyPair('P-256', 'crafted intermediate');
  const intermediate = craft(
    {
      key,
      subject: caName('Intermediate'),
      notBefore: day('2025-01-01'),
      notAfter: day('2034-12-31T23:59:59Z'),
      extensions: { ...authority(key), authorityKeyIdentifier: authorityKeyIdentifier(rootKey), purposes, policies, crlPoints },
    },
    changes.intermediate ?? {},
    root,
  );
  const leaf = craft(
    {
      key: keyPair('P-256', 'crafted leaf'),
      subject: sequence(),
      notBefore: day('2026-06-01'),
      notAfter: day('2026-08-29T23:59:59Z'),
      extensions: {
        keyUsage: keyUsage(7, 0x80),
        authorityKeyIdentifier: authorityKeyIdentifier(key),
        alternativeNames: extension('2.5.29.17', sequence(implicit(2, Buffer.from('a.example.com'))), true),
        purposes,
        policies,
        crlPoints,
        access,
      },
    },
    changes.leaf ?? {},
    intermediate,
  );
  return [leaf.der, intermediate.der, root.der];
};
