import { printable } from '@notafter/command-line';
import { type ClientId, type ClientSubject, judgeClients, successorNotes, verdictText } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import type { Paint } from '../output/colors.ts';

/** One client's verdict, as documents have it. */
export interface ShownClient {
  readonly client: ClientId;
  readonly verdict: 'accepts' | 'unknown' | 'refuses';
  /** ISO 8601; null unless it refuses. */
  readonly from: string | null;
  readonly detail: string;
}

export interface ClientReport {
  /** Empty if no public CA issued the certificate. */
  readonly clients: readonly ShownClient[];
  /** Dates that concern the certificate's successor. */
  readonly successors: readonly string[];
}

/** Judges a certificate for each client by the built-in table. */
export const clientReport = (subject: ClientSubject, now: Date): ClientReport => {
  const rows = judgeClients(subject, clientTable) ?? [];
  const clients = rows.map(({ client, name, verdict }) => ({
    client,
    verdict: verdict.kind,
    from: verdict.kind === 'refuses' ? verdict.from.toISOString() : null,
    detail: verdictText(name, verdict, now),
  }));
  return { clients, successors: successorNotes(subject, rows, clientTable, now).map(({ text }) => text) };
};

/** Formats the clients that do not accept the certificate, then what awaits its successor. */
export const clientLines = ({ clients, successors }: ClientReport, paint: Paint): string[] => [
  ...clients.flatMap(({ verdict, detail }) => (verdict === 'accepts' ? [] : `  ${paint('yellow', '▲')} ${printable(detail)}`)),
  ...successors.map((text) => `  ${paint('dim', '→')} ${printable(text)}`),
];
