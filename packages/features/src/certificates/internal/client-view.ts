import {
  type CertificateFacts,
  type ClientFacts,
  type ClientId,
  type ClientRules,
  type ClientVerdict,
  judgeClients,
  type MissingIssuer,
  missingIssuerName,
  successorNotes,
  verdictText,
} from '@notafter/domain';

/** One client's verdict with the page it follows from. */
export interface ClientVerdictView {
  readonly client: ClientId;
  readonly name: string;
  readonly verdict: ClientVerdict['kind'];
  /** When the refusal begins; null unless it refuses. */
  readonly from: Date | null;
  readonly detail: string;
  /** Null if the certificates themselves show it. */
  readonly source: string | null;
}

export interface SuccessorView {
  readonly on: Date;
  readonly detail: string;
  readonly source: string;
}

export interface ClientsView {
  readonly clients: readonly ClientVerdictView[];
  /** Rules that concern the certificate's successor, the earliest first. */
  readonly successors: readonly SuccessorView[];
}

interface Served {
  readonly leaf: Pick<CertificateFacts, 'notBefore' | 'notAfter'> | undefined;
  readonly clientFacts: ClientFacts | null;
  readonly missingIssuer: MissingIssuer | null;
}

/** Judges a served certificate for each client; null if these rules do not apply to it, as below a private CA. */
export const clientsView = ({ leaf, clientFacts, missingIssuer }: Served, rules: ClientRules, now: Date): ClientsView | null => {
  if (leaf === undefined || clientFacts === null) return null;
  const { notBefore, notAfter } = leaf;
  const subject = { notBefore, notAfter, facts: clientFacts, missingIssuer: missingIssuerName(missingIssuer) };
  const rows = judgeClients(subject, rules);
  if (rows === null) return null;
  return {
    clients: rows.map(({ client, name, verdict }) => ({
      client,
      name,
      verdict: verdict.kind,
      from: verdict.kind === 'refuses' ? verdict.from : null,
      detail: verdictText(name, verdict, now),
      source: verdict.kind === 'accepts' ? null : (verdict.source?.url ?? null),
    })),
    successors: successorNotes(subject, rows, rules, now).map(({ on, text, source }) => ({ on, detail: text, source: source.url })),
  };
};
