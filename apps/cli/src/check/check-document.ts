import type { RevocationStatus } from '@notafter/domain';
import { type ShownCertificate, showCertificate } from '../output/shown-certificate.ts';
import type { ShownClient } from '../verdict/client-lines.ts';
import { detailOf } from '../verdict/statement.ts';
import type { Report } from './report.ts';

/** The JSON document of one target; docs/cli.md holds its schema. */
export interface CheckDocument {
  readonly target: {
    readonly host: string;
    readonly port: number;
    readonly servername: string | null;
    readonly address: string | null;
  };
  readonly verdict: Report['verdict'];
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly detail: string;
  readonly days_left: number | null;
  readonly certificate: ShownCertificate | null;
  readonly chain: readonly ShownCertificate[];
  readonly tls: { readonly protocol: string; readonly cipher: string; readonly key_bits: number | null } | null;
  readonly revocation: { readonly status: RevocationStatus; readonly source: 'crl' | 'ocsp' | null; readonly detail: string } | null;
  /** Empty if no public CA issued the certificate. */
  readonly clients: readonly ShownClient[];
  readonly score: number | null;
  readonly grade: string | null;
  /** True if the score covers one handshake only; null without a score. */
  readonly score_is_partial: boolean | null;
  /** Rules of the policy that are missed; null without a policy, and if it could not be judged. */
  readonly policy: readonly { readonly rule: string; readonly text: string }[] | null;
}

const codesOf = (statements: readonly { readonly code: string }[]): string[] => statements.map(({ code }) => code);

export const checkDocument = (report: Report, now: Date): CheckDocument => {
  const { target, servername, address } = report;
  const head = {
    target: { host: target.host, port: target.port, servername, address },
    verdict: report.verdict,
    reasons: codesOf(report.reasons),
  };
  if (report.verdict === 'unreachable') {
    const nothing = {
      days_left: null,
      certificate: null,
      chain: [],
      tls: null,
      revocation: null,
      clients: [],
      score: null,
      grade: null,
      score_is_partial: null,
      policy: null,
    };
    return { ...head, warnings: [], detail: detailOf(report.reasons), ...nothing };
  }
  const { reasons, warnings, leaf, chain, protocol, cipher } = report;
  const { status, source, detail } = report.revocation;
  return {
    ...head,
    warnings: codesOf(warnings),
    detail: detailOf([...reasons, ...warnings]),
    days_left: report.daysLeft,
    certificate: showCertificate(leaf, now),
    chain: chain.map((facts) => showCertificate(facts, now)),
    tls: { protocol, cipher, key_bits: leaf.keyBits },
    revocation: { status, source, detail },
    clients: report.clients.clients,
    score: report.rating?.score ?? null,
    grade: report.rating?.grade ?? null,
    score_is_partial: report.rating === null ? null : true,
    policy: report.policy?.map(({ code, text }) => ({ rule: code, text })) ?? null,
  };
};
