import type { DatedLimit } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { lifetimeLimitDays } from '../judge/warnings.ts';
import type { Certificate } from '../x509/certificate.ts';
import { DerReader, explicitTag, implicitTag, tags } from '../x509/der.ts';
import { identifierText } from '../x509/der-values.ts';
import { type GeneralNameKind, readGeneralName } from '../x509/general-names.ts';
import { type Attribute, readAttributes } from './attributes.ts';

/** The place of a certificate in its chain. */
export type Part = 'leaf' | 'intermediate' | 'root';

interface ExtensionEntry {
  /** Dotted. */
  readonly id: string;
  readonly isCritical: boolean;
  /** The contents of the BOOLEAN `critical`; null if it is not written. */
  readonly writtenCritical: Buffer | null;
  readonly value: Buffer;
}

export interface AlternativeName {
  readonly kind: GeneralNameKind;
  readonly bytes: Buffer;
}

/** Parts of the body that a verifier does not need. */
interface Body {
  readonly dateTags: readonly [notBefore: number, notAfter: number];
  readonly hasUniqueIdentifiers: boolean;
}

const readBody = (certificate: Certificate): Body => {
  const reader = new DerReader(certificate.tbs);
  reader.enter(tags.sequence);
  reader.skipIf(explicitTag(0));
  for (const tag of [tags.integer, tags.sequence, tags.sequence, tags.sequence]) reader.expect(tag);
  const validity = reader.inside();
  const dateTags = [validity.next(), validity.next()] as const;
  reader.expect(tags.sequence);
  reader.expect(tags.sequence);
  const hasIssuerId = reader.skipIf(implicitTag(1));
  const hasSubjectId = reader.skipIf(implicitTag(2));
  return { dateTags, hasUniqueIdentifiers: hasIssuerId || hasSubjectId };
};

const readExtensions = (certificate: Certificate): ExtensionEntry[] => {
  const bytes = certificate.extensionBytes;
  if (bytes.length === 0) return [];
  const reader = new DerReader(bytes);
  reader.enter(tags.sequence);
  const entries: ExtensionEntry[] = [];
  while (reader.more) {
    reader.expect(tags.sequence);
    const extension = reader.inside();
    extension.expect(tags.objectIdentifier);
    const id = identifierText(extension);
    const writtenCritical = extension.skipIf(tags.boolean) ? extension.contents() : null;
    extension.expect(tags.octetString);
    const isCritical = writtenCritical?.some((byte) => byte !== 0) ?? false;
    entries.push({ id, isCritical, writtenCritical, value: extension.contents() });
  }
  return entries;
};

/** Returns an elementary read on first use and kept. */
const once = <T>(read: () => T): (() => T) => {
  let kept: { readonly value: T } | undefined;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
};

/** One certificate of a chain as the rules see it. Everything is decoded on first use; unreadable parts throw DerError. */
export class LintSubject {
  readonly certificate: Certificate;
  readonly part: Part;
  /** The next certificate of the chain; null at its end. */
  readonly issuer: Certificate | null;
  /** The maximum validity in days on its day of issue. */
  readonly lifetimeLimit: () => number;
  readonly body: () => Body;
  readonly extensions: () => readonly ExtensionEntry[];
  /** The subject's attributes, one list for each relative name. */
  readonly subject: () => readonly (readonly Attribute[])[];
  readonly alternativeNames: () => readonly AlternativeName[];
  /** The dNSName entries, as written. */
  readonly dnsNames: () => readonly string[];

  constructor(
    certificate: Certificate,
    part: Part,
    issuer: Certificate | null,
    lifetimes: readonly DatedLimit[] = clientTable.lifetimes.limits,
  ) {
    this.certificate = certificate;
    this.part = part;
    this.issuer = issuer;
    this.lifetimeLimit = once(() => lifetimeLimitDays(lifetimes, certificate.notBefore));
    this.body = once(() => readBody(certificate));
    this.extensions = once(() => readExtensions(certificate));
    this.subject = once(() => readAttributes(certificate.subject));
    this.alternativeNames = once(() => {
      const reader = this.reader('2.5.29.17');
      const names: AlternativeName[] = [];
      if (reader === undefined) return names;
      reader.enter(tags.sequence);
      while (reader.more) {
        const { kind, start, stop } = readGeneralName(reader);
        names.push({ kind, bytes: reader.bytes.subarray(start, stop) });
      }
      return names;
    });
    this.dnsNames = once(() => this.alternativeNames().flatMap(({ kind, bytes }) => (kind === 'dns' ? [bytes.toString('latin1')] : [])));
  }

  /** Whether the certificate ends its chain and was signed with its own key; some roots name another issuer. */
  get isSelfSigned(): boolean {
    return this.issuer === null && this.certificate.isSignedBy(this.certificate);
  }
  extension(id: string): ExtensionEntry | undefined {
    return this.extensions().find((entry) => entry.id === id);
  }
  isCritical(id: string): boolean {
    return this.extension(id)?.isCritical === true;
  }
  isNotCritical(id: string): boolean {
    return this.extension(id)?.isCritical === false;
  }
  /** Returns a reader of an extension's value. */
  reader(id: string): DerReader | undefined {
    const entry = this.extension(id);
    return entry === undefined ? undefined : new DerReader(entry.value);
  }
  /** The subject's attributes of this type. */
  attributes(type: string): readonly Attribute[] {
    return this.subject()
      .flat()
      .filter((attribute) => attribute.type === type);
  }
}
