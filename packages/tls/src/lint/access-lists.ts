import { type DerReader, explicitTag, implicitTag, tags } from '../x509/der.ts';
import { identifierText } from '../x509/der-values.ts';
import { type GeneralName, readGeneralName } from '../x509/general-names.ts';
import type { LintSubject } from './subject.ts';

export const AUTHORITY_ACCESS = '1.3.6.1.5.5.7.1.1';
export const CRL_POINTS = '2.5.29.31';
export const OCSP = '1.3.6.1.5.5.7.48.1';
export const CA_ISSUERS = '1.3.6.1.5.5.7.48.2';

interface Access {
  /** Dotted. */
  readonly method: string;
  readonly isUri: boolean;
  readonly location: string;
}

const textOf = (reader: DerReader, { start, stop }: GeneralName): string => reader.bytes.toString('latin1', start, stop);

/** Returns the entries of the authority information access. */
export const accessesOf = (subject: LintSubject): Access[] => {
  const reader = subject.reader(AUTHORITY_ACCESS);
  if (reader === undefined) return [];
  reader.enter(tags.sequence);
  const accesses: Access[] = [];
  while (reader.more) {
    reader.expect(tags.sequence);
    const access = reader.inside();
    access.expect(tags.objectIdentifier);
    const method = identifierText(access);
    const name = readGeneralName(access);
    accesses.push({ method, isUri: name.kind === 'uri', location: textOf(access, name) });
  }
  return accesses;
};

interface CrlPoint {
  /** Null if the point has no full name. */
  readonly names: readonly { readonly isUri: boolean; readonly location: string }[] | null;
  readonly hasReasonsOrIssuer: boolean;
}

/** Returns the CRL distribution points. */
export const crlPointsOf = (subject: LintSubject): CrlPoint[] => {
  const reader = subject.reader(CRL_POINTS);
  if (reader === undefined) return [];
  reader.enter(tags.sequence);
  const points: CrlPoint[] = [];
  while (reader.more) {
    reader.expect(tags.sequence);
    const point = reader.inside();
    const pointName = point.skipIf(explicitTag(0)) ? point.inside() : undefined;
    const full = pointName?.skipIf(explicitTag(0)) === true ? pointName.inside() : undefined;
    const names: { isUri: boolean; location: string }[] = [];
    while (full?.more) {
      const name = readGeneralName(full);
      names.push({ isUri: name.kind === 'uri', location: textOf(full, name) });
    }
    const hasReasons = point.skipIf(implicitTag(1));
    const hasIssuer = point.skipIf(explicitTag(2));
    points.push({ names: full === undefined ? null : names, hasReasonsOrIssuer: hasReasons || hasIssuer });
  }
  return points;
};
