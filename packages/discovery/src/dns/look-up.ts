import { type DnsClient, type DnsRecord, type DnsReply, NXDOMAIN } from '@notafter/net/dns';

/** Result of a name: it does not exist, it exists, or no answer. */
export type HostLookup =
  | { readonly kind: 'absent' }
  | { readonly kind: 'there'; readonly answers: ReadonlySet<string>; readonly aliases: readonly string[] }
  | { readonly kind: 'unanswered' };

const pointers = (records: readonly DnsRecord[], types: readonly DnsRecord['type'][]): string[] =>
  records.flatMap((record) => (types.includes(record.type) && 'value' in record ? [record.value] : []));

const thereWith = (records: readonly DnsRecord[]): HostLookup | null => {
  const aliases = pointers(records, ['CNAME']);
  const answers = new Set([...aliases, ...pointers(records, ['A', 'AAAA'])]);
  return answers.size === 0 ? null : { kind: 'there', answers, aliases };
};

/** Queries a name's addresses of both families and its alias. Most names have none: NXDOMAIN settles both in one query. */
export const lookUpHost = async (client: DnsClient, name: string, signal: AbortSignal): Promise<HostLookup> => {
  const first = await client.query(name, 'A', signal);
  if (first.kind !== 'answer') return { kind: 'unanswered' };
  const there = thereWith(first.records);
  if (there !== null || first.rcode === NXDOMAIN) return there ?? { kind: 'absent' };
  const second = await client.query(name, 'AAAA', signal);
  if (second.kind !== 'answer') return { kind: 'unanswered' };
  return thereWith(second.records) ?? { kind: 'absent' };
};

export const recordsOf = (reply: DnsReply): readonly DnsRecord[] => (reply.kind === 'answer' ? reply.records : []);
