import type { VerdictReason } from '../certificates/checks/observation.ts';
import { hasExpired } from '../certificates/status.ts';
import { type CapRule, capRules } from './caps.ts';
import { type Grade, isWithoutPoints, letterOf, worseGrade } from './grade.ts';
import { type ScoreParts, scoreParts } from './score-parts.ts';
import type { ServerFacts } from './server-facts.ts';

/** Why a grade is not better. */
export interface GradeNote {
  readonly id: string;
  readonly text: string;
  readonly evidence: string;
}

export interface GradeCap extends GradeNote {
  /** The best grade that is left. */
  readonly grade: Grade;
}

export interface ServerRating {
  /** 0 to 100; 0 for the grades `F`, `M` and `T`, though the parts keep their points. */
  readonly score: number;
  readonly grade: Grade;
  readonly parts: ScoreParts;
  /** Every cap that applies, the lowest first. */
  readonly caps: readonly GradeCap[];
  /** Without caps, any of these makes an `A` an `A-`. */
  readonly warnings: readonly GradeNote[];
  /** Untested properties; they keep an `A` from being an `A+`. */
  readonly untested: readonly string[];
}

const DAY_SECONDS = 86_400;
/** SSL Server Rating Guide: a shorter promise is "too short" for an A+. */
const HSTS_MIN_SECONDS = 180 * DAY_SECONDS;

const warningsOf = ({ protocols, hsts, hasSecureRenegotiation }: ServerFacts): GradeNote[] => {
  const notes: GradeNote[] = [];
  if (!protocols.includes('TLSv1.3')) {
    notes.push({ id: 'no_tls_13', text: 'TLS 1.3 is not offered.', evidence: 'A handshake in TLS 1.3 was not accepted.' });
  }
  if (hsts.kind === 'absent') {
    notes.push({ id: 'no_hsts', text: 'HSTS is missing (RFC 6797).', evidence: 'The answer has no Strict-Transport-Security.' });
  }
  if (hsts.kind === 'present' && hsts.maxAgeSeconds < HSTS_MIN_SECONDS) {
    const evidence = `max-age=${hsts.maxAgeSeconds}; 180 days are ${HSTS_MIN_SECONDS}.`;
    notes.push({ id: 'short_hsts', text: 'HSTS lasts less than 180 days.', evidence });
  }
  if (hasSecureRenegotiation === false) {
    const evidence = 'The ServerHello has no renegotiation_info.';
    notes.push({ id: 'no_secure_renegotiation', text: 'Secure renegotiation is missing (RFC 5746).', evidence });
  }
  return notes;
};

const untestedOf = ({ untested, hsts, hasSecureRenegotiation, hasCompression, protocols }: ServerFacts): string[] => {
  const isTls13Only = protocols.every((version) => version === 'TLSv1.3');
  return [
    ...untested,
    ...(hsts.kind === 'not_tested' ? ['HSTS'] : []),
    // TLS 1.3 has neither.
    ...(hasSecureRenegotiation === null && !isTls13Only ? ['secure renegotiation'] : []),
    ...(hasCompression === null && !isTls13Only ? ['compression'] : []),
  ];
};

const presentAt = ({ certificate: { reasons, notBefore, notAfter } }: ServerFacts, now: Date): VerdictReason[] => [
  ...(notAfter !== null && hasExpired(notAfter, now) ? ['expired' as const] : []),
  ...(notBefore !== null && now < notBefore ? ['not_yet_valid' as const] : []),
  ...reasons.filter((reason) => reason !== 'expired' && reason !== 'not_yet_valid'),
];

const gradeOf = (letter: Grade, { caps, warnings, untested }: Pick<ServerRating, 'caps' | 'warnings' | 'untested'>): Grade => {
  if (caps.length > 0) return caps.reduce<Grade>((worst, cap) => worseGrade(worst, cap.grade), letter);
  if (letter !== 'A') return letter;
  if (warnings.length > 0) return 'A-';
  return untested.length > 0 ? 'A' : 'A+';
};

const byGrade = (one: CapRule, other: CapRule): number => {
  if (one.grade === other.grade) return 0;
  return worseGrade(one.grade, other.grade) === one.grade ? -1 : 1;
};
const lowestFirst = capRules.toSorted(byGrade);

/**
 * Rates a server by the SSL Server Rating Guide 2009r: 30 % protocol, 30 % key exchange, 40 % cipher, each rounded down,
 * and 0 where a part is 0; then the caps. Like testssl.sh it answers score 0 along with `F`, `M` and `T`. Unlike it,
 * STARTTLS costs nothing, and a chain is trusted when the roots it was judged by say so, a team's own included.
 * Null where too little is known for a score.
 */
export const rateServer = (facts: ServerFacts, now: Date): ServerRating | null => {
  const parts = scoreParts(facts);
  if (parts === null) return null;
  const each = [parts.protocol, parts.keyExchange, parts.cipher];
  const points = each.some((part) => part.points === 0) ? 0 : each.reduce((sum, part) => sum + part.weighted, 0);
  const circumstances = { facts, reasons: presentAt(facts, now), keyPoints: parts.keyExchange.points };
  const caps = lowestFirst.flatMap(({ id, grade, text, evidence }) => {
    const seen = evidence(circumstances);
    return seen === null ? [] : { id, grade, text, evidence: seen };
  });
  const notes = { caps, warnings: warningsOf(facts), untested: untestedOf(facts) };
  const grade = gradeOf(letterOf(points), notes);
  return { score: isWithoutPoints(grade) ? 0 : points, grade, parts, ...notes };
};
