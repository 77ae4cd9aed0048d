import type { GradeNote, HstsFacts, ScorePart, ServerRating } from '@notafter/domain';
import { type CheckDocument, checkDocument } from '../check/check-document.ts';
import { detailOf } from '../verdict/statement.ts';
import type { Offer, ScanReport } from './scan-target.ts';

const hstsDocument = (hsts: HstsFacts) => ({
  status: hsts.kind,
  max_age: hsts.kind === 'present' ? hsts.maxAgeSeconds : null,
  include_subdomains: hsts.kind === 'present' ? hsts.includesSubdomains : null,
  preload: hsts.kind === 'present' ? hsts.isPreload : null,
});

const partDocument = ({ points, weight, weighted, rule, evidence }: ScorePart) => ({ points, weight, weighted, rule, evidence });

const ratingDocument = ({ parts: { protocol, keyExchange, cipher }, caps, warnings, untested }: ServerRating) => ({
  parts: { protocol: partDocument(protocol), key_exchange: partDocument(keyExchange), cipher: partDocument(cipher) },
  caps: caps.map(({ id, grade, text, evidence }) => ({ id, grade, text, evidence })),
  notes: warnings.map(({ id, text, evidence }: GradeNote) => ({ id, text, evidence })),
  untested,
});

const offerDocument = ({ scan, rating, advice, mozilla }: Offer) => ({
  protocols: scan.protocols.map(({ version, suites, serverPrefers, signatureSchemes }) => ({
    version,
    cipher_suites: suites,
    server_preference: serverPrefers,
    signature_schemes: signatureSchemes,
  })),
  key_exchanges: scan.exchanges.map(({ name, kind, bits }) => ({ name, kind, bits })),
  post_quantum: scan.isPostQuantum,
  alpn: scan.alpn,
  hsts: hstsDocument(scan.hsts),
  resumption: { session_ids: scan.resumption.sessionIds, tickets: scan.resumption.tickets },
  secure_renegotiation: scan.hasSecureRenegotiation,
  compression: scan.hasCompression,
  rating: rating === null ? null : ratingDocument(rating),
  mozilla: { profile: mozilla.profile, misses: mozilla.misses },
  advice: advice.map(({ id, text, score, grade }) => ({ id, text, score, grade })),
  unfinished: scan.unfinished,
  connections: scan.connections,
  elapsed_ms: scan.elapsedMs,
});

/** JSON document of `scan`: that of `check` with the score of the whole server and what it offers; docs/cli.md has its schema. */
export interface ScanDocument extends Omit<CheckDocument, 'policy'> {
  /** null if the server did not speak TLS. */
  readonly offers: ReturnType<typeof offerDocument> | null;
}

export const scanDocument = ({ report, offer }: ScanReport, now: Date): ScanDocument => {
  const { policy: _policy, ...base } = checkDocument(report, now);
  if (offer === null) return { ...base, score: null, grade: null, score_is_partial: null, offers: null };
  const { rating, scan, warnings } = offer;
  return {
    ...base,
    warnings: warnings.map(({ code }) => code),
    detail: detailOf([...report.reasons, ...warnings]),
    score: rating?.score ?? null,
    grade: rating?.grade ?? null,
    score_is_partial: rating === null ? null : scan.unfinished.length > 0,
    offers: offerDocument(offer),
  };
};
