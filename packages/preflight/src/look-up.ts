import type { Looked, ResolverState } from '@notafter/domain';
import { type DnsClient, type DnsRecord, type DnsReply, type ExtendedError, NXDOMAIN, type RecordType, SERVFAIL } from '@notafter/net/dns';

type RecordOf<Type extends RecordType> = Extract<DnsRecord, { readonly type: Type }>;

/** Faults of signed zones by RFC 8914's code. */
const faults = new Map([
  [1, 'the signing algorithm is not supported'],
  [2, 'the digest of the DS record is not supported'],
  [7, 'a signature has expired'],
  [8, 'a signature is not yet valid'],
  [9, 'no key of the zone matches its DS record'],
  [10, 'signatures are missing'],
  [11, 'the key is not a zone key'],
  [12, 'the proof that a record does not exist is missing'],
]);

const faultText = (errors: readonly ExtendedError[]): string =>
  errors.map(({ code }) => faults.get(code)).find((text) => text !== undefined) ?? 'its signatures cannot be verified';

const wasRefused = (reply: DnsReply) => reply.kind === 'refused' && reply.rcode === SERVFAIL;

/** Returns the values of a record type; data that a resolver withholds, but has, is bogus. */
export type LookUp = <Type extends RecordType>(name: string, type: Type) => Promise<Looked<RecordOf<Type>>>;

const isOfType =
  <Type extends RecordType>(type: Type) =>
  (record: DnsRecord): record is RecordOf<Type> =>
    record.type === type;

const lastAlias = (records: readonly DnsRecord[]): string | null => {
  const last = records.findLast(({ type }) => type === 'CNAME');
  return last?.type === 'CNAME' ? last.value : null;
};

/** Creates a look-up for one run: each question is asked once. */
export const createLookUp = (client: DnsClient, signal: AbortSignal): LookUp => {
  const asked = new Map<string, Promise<DnsReply>>();
  const query = (name: string, type: RecordType, checkingDisabled: boolean): Promise<DnsReply> => {
    const key = `${type} ${name} ${checkingDisabled}`;
    const reply = asked.get(key) ?? client.query(name, type, signal, { dnssec: true, checkingDisabled });
    asked.set(key, reply);
    return reply;
  };
  return async (name, type) => {
    const reply = await query(name, type, false);
    if (reply.kind === 'answer') {
      const { records, rcode, authenticated: secure } = reply;
      const alias = lastAlias(records);
      if (rcode === NXDOMAIN) return { kind: 'absent', secure, alias };
      const values = records.filter(isOfType(type));
      return values.length === 0 ? { kind: 'empty', secure, alias } : { kind: 'found', values, secure, alias };
    }
    // Other refusals are the resolver's own, and say nothing about the zone.
    if (reply.kind !== 'refused' || !wasRefused(reply)) return { kind: 'silent' };
    const unchecked = await query(name, type, true);
    if (unchecked.kind === 'answer') return { kind: 'bogus', why: faultText(reply.errors) };
    return wasRefused(unchecked) ? { kind: 'failed', rcode: 'SERVFAIL' } : { kind: 'silent' };
  };
};

/** Reads the resolver's own abilities by names that are known to be signed. */
export const readResolverState = async (client: DnsClient, signedNames: readonly string[], signal: AbortSignal): Promise<ResolverState> => {
  const replies = await Promise.all(signedNames.map((name) => client.query(name, 'SOA', signal, { dnssec: true })));
  if (replies.some((reply) => reply.kind === 'answer' && reply.authenticated)) return 'validates';
  return replies.some(({ kind }) => kind === 'answer') ? 'does_not_validate' : 'unreachable';
};
