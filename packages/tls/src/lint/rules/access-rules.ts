import { lifetimeDays } from '../../judge/warnings.ts';
import { safeText } from '../../safe-text.ts';
import { AUTHORITY_ACCESS, accessesOf, CA_ISSUERS, CRL_POINTS, crlPointsOf, OCSP } from '../access-lists.ts';
import { firstRepeated, type LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

/** BR 2.0.0 (ballot SC-062): the certificate profiles. */
const profiles = { from: '2023-09-15' } as const;

const isHttp = (url: string): boolean => /^http:\/\/[^/]/i.test(url);
const shown = (url: string | undefined): string | undefined => (url === undefined ? undefined : safeText(url, 200));

/** BR 1.6.1: up to 10 days, and up to 7 days for certificates issued from 2026-03-15 on. */
const isShortLived = ({ certificate }: LintSubject): boolean =>
  lifetimeDays(certificate) <= (certificate.notBefore < Date.UTC(2026, 2, 15) ? 10 : 7);

const hasOcsp = (subject: LintSubject): boolean => accessesOf(subject).some(({ method }) => method === OCSP);
const hasCrlPoints = (subject: LintSubject): boolean => subject.extension(CRL_POINTS) !== undefined;

/** Returns a location that occurs twice with the same method. */
const repeatedAccess = (subject: LintSubject): string | undefined => {
  const all = accessesOf(subject).map(({ method, location }) => `${method} ${location}`);
  return shown(firstRepeated(all)?.replace(/^\S+ /, ''));
};

/** RFC 5280 sections 4.2.1.13 and 4.2.2.1, BR 7.1.2.7.7 and 7.1.2.11.2: where to find issuers and revocations. */
export const accessRows = {
  aia_missing: [
    'error',
    'BR 7.1.2.7.6',
    'leaf',
    'The authority information access is missing.',
    (subject) => subject.extension(AUTHORITY_ACCESS) === undefined,
  ],
  aia_critical: [
    'error',
    'RFC 5280 4.2.2.1',
    'all',
    'The authority information access is critical.',
    (subject) => subject.isCritical(AUTHORITY_ACCESS),
    { refusal: 'constraint_violation' },
  ],
  aia_empty: [
    'error',
    'RFC 5280 4.2.2.1',
    'all',
    'The authority information access is empty.',
    (subject) => subject.extension(AUTHORITY_ACCESS) !== undefined && accessesOf(subject).length === 0,
    { refusal: 'malformed' },
  ],
  aia_method: [
    'error',
    'BR 7.1.2.7.7',
    'issued',
    'The authority information access has a method other than OCSP and CA issuers',
    (subject) => accessesOf(subject).find(({ method }) => method !== OCSP && method !== CA_ISSUERS)?.method,
    profiles,
  ],
  aia_not_uri: [
    'error',
    'BR 7.1.2.7.7',
    'issued',
    'A location of the authority information access is not a URL.',
    (subject) => accessesOf(subject).some(({ isUri }) => !isUri),
  ],
  aia_not_http: [
    'error',
    'BR 7.1.2.7.7',
    'issued',
    'A URL of the authority information access is not plain HTTP',
    (subject) => shown(accessesOf(subject).find(({ isUri, location }) => isUri && !isHttp(location))?.location),
  ],
  aia_repeated: ['error', 'BR 7.1.2.7.7', 'issued', 'The authority information access has a location twice', repeatedAccess, profiles],
  aia_without_issuer: [
    'notice',
    'BR 7.1.2.7.7',
    'leaf',
    "The authority information access does not say where the issuer's certificate is.",
    (subject) => accessesOf(subject).length > 0 && accessesOf(subject).every(({ method }) => method !== CA_ISSUERS),
  ],
  revocation_missing: [
    'error',
    'BR 7.1.2.11.2',
    'leaf',
    'The certificate has neither a CRL distribution point nor an OCSP responder, and is not short-lived.',
    (subject) => !hasCrlPoints(subject) && !hasOcsp(subject) && !isShortLived(subject),
    { from: '2024-03-15' },
  ],
  authority_crl_points_missing: [
    'error',
    'BR 7.1.2.11.2',
    'intermediate',
    'The CRL distribution points of the intermediate are missing.',
    (subject) => !hasCrlPoints(subject),
  ],
  root_crl_points: ['notice', 'BR 7.1.2.11.2', 'root', 'The root has CRL distribution points.', hasCrlPoints, profiles],
  crl_points_critical: [
    'warning',
    'RFC 5280 4.2.1.13',
    'all',
    'The CRL distribution points are critical.',
    (subject) => subject.isCritical(CRL_POINTS),
  ],
  crl_point_without_name: [
    'error',
    'BR 7.1.2.11.2',
    'issued',
    'A CRL distribution point has no full name.',
    (subject) => crlPointsOf(subject).some(({ names }) => names === null || names.length === 0),
  ],
  crl_point_not_http: [
    'error',
    'BR 7.1.2.11.2',
    'issued',
    'A CRL distribution point is not a plain HTTP URL',
    (subject) =>
      shown(
        crlPointsOf(subject)
          .flatMap(({ names }) => names ?? [])
          .find(({ isUri, location }) => !isUri || !isHttp(location))?.location,
      ),
  ],
  crl_point_partial: [
    'error',
    'BR 7.1.2.11.2',
    'issued',
    'A CRL distribution point is limited to some reasons or names a CRL issuer.',
    (subject) => crlPointsOf(subject).some(({ hasReasonsOrIssuer }) => hasReasonsOrIssuer),
  ],
  crl_points_several: [
    'notice',
    'BR 7.1.2.11.2',
    'issued',
    'The certificate has several CRL distribution points.',
    (subject) => crlPointsOf(subject).length > 1,
    profiles,
  ],
} satisfies Record<string, LintRow>;
