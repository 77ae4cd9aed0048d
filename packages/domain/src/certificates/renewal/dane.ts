import { dateText } from '../../wording.ts';
import type { TlsaRecord } from './dns-facts.ts';
import type { RenewalFinding } from './finding.ts';
import type { DaneCertificate, DaneChain, DaneFacts } from './preflight-facts.ts';
import { renewalOpensAt } from './renewal.ts';

const digestLengths: readonly (number | null)[] = [null, 64, 128];

/** PKIX-TA, PKIX-EE, DANE-TA, DANE-EE. SMTP knows the last two only (RFC 7672 section 3.1.3). */
const isUsable = ({ usage, selector, matching, data }: TlsaRecord, isSmtp: boolean): boolean => {
  const length = digestLengths[matching];
  return usage <= 3 && selector <= 1 && length !== undefined && (length === null || data.length === length) && (!isSmtp || usage >= 2);
};

const fits = ({ selector, matching, data }: TlsaRecord, certificate: DaneCertificate): boolean =>
  certificate.digest(selector, matching) === data;

/** The certificate of a chain by which a record authenticates it (RFC 6698 section 2.1.1, RFC 7671 section 5); null if it does not. */
const authenticates = (record: TlsaRecord, { sent, root, isTrusted, namesHost }: DaneChain): DaneCertificate | null => {
  const [leaf, ...issuers] = sent;
  switch (record.usage) {
    case 0:
      return isTrusted ? ([...issuers, ...(root === null ? [] : [root])].find((issuer) => fits(record, issuer)) ?? null) : null;
    case 1:
      return isTrusted && fits(record, leaf) ? leaf : null;
    case 2:
      return namesHost ? (issuers.find((issuer) => fits(record, issuer)) ?? null) : null;
    default:
      return fits(record, leaf) ? leaf : null;
  }
};

const shown = ({ usage, selector, matching }: TlsaRecord): string => `${usage} ${selector} ${matching}`;

interface Named {
  readonly owner: string;
  readonly endpoint: string;
  readonly host: string;
  readonly effect: string;
}

/** The effect of the next renewal on a chain that a record authenticates now; null if nothing. */
const nextRenewal = (chain: DaneChain, matching: readonly TlsaRecord[], { owner, endpoint, host }: Named): RenewalFinding | null => {
  const [leaf] = chain.sent;
  const shared = { area: 'dane', names: [host] } as const;
  const [first] = matching;
  if (first === undefined) return null;
  const lifeMs = leaf.notAfter.getTime() - leaf.notBefore.getTime();
  const nextEndsAt = renewalOpensAt(leaf).getTime() + lifeMs;
  const issuers = matching.filter(({ usage }) => usage === 0 || usage === 2);
  const pinned = issuers.flatMap((record) => authenticates(record, chain) ?? []);
  if (pinned.some(({ notAfter }) => notAfter.getTime() >= nextEndsAt)) return null;
  const [ending] = pinned;
  const keys = matching.find(({ usage, selector }) => (usage === 1 || usage === 3) && selector === 1);
  if (keys !== undefined) {
    const text = `The TLSA record ${shown(keys)} of ${owner} is pinned to the present ${chain.keyType} key of ${endpoint}. Keep the key when you renew, or publish the next key’s record first.`;
    return { ...shared, code: 'dane_pins_key', severity: 'notice', key: `dane_pins_key ${owner} ${chain.keyType}`, text };
  }
  if (ending !== undefined) {
    const text = `The TLSA record ${shown(issuers[0] ?? first)} of ${owner} names an issuer that ends on ${dateText(ending.notAfter)}, before the next certificate of ${endpoint} would. Publish the record of its successor before you renew.`;
    return { ...shared, code: 'dane_issuer_ending', severity: 'warning', key: `dane_issuer_ending ${owner} ${chain.keyType}`, text };
  }
  const text = `The TLSA record ${shown(first)} of ${owner} matches only the present ${chain.keyType} certificate of ${endpoint}, so the next renewal breaks it. Publish the record of the next certificate before you install it.`;
  return { ...shared, code: 'dane_pins_certificate', severity: 'warning', key: `dane_pins_certificate ${owner} ${chain.keyType}`, text };
};

const judgeRecords = (records: readonly TlsaRecord[], { protocol, chains }: DaneFacts, named: Named): RenewalFinding[] => {
  const { owner, endpoint, host, effect } = named;
  const shared = { area: 'dane', names: [host] } as const;
  const isSmtp = protocol === 'smtp';
  const usable = records.filter((record) => isUsable(record, isSmtp));
  const [first] = records;
  if (usable.length === 0) {
    if (first === undefined) return [];
    const text = `No TLSA record of ${owner} can be used (${shown(first)}), so clients ignore them${isSmtp ? ' and only require encryption' : ''}. Publish 3 1 1.`;
    return [{ ...shared, code: 'dane_unusable', severity: 'notice', key: `dane_unusable ${owner}`, text }];
  }
  // A record that fits nothing served is one published ahead of a rollover.
  const isAhead = usable.some((record) => chains.every((chain) => authenticates(record, chain) === null));
  return chains.flatMap((chain): RenewalFinding[] => {
    const matching = usable.filter((record) => authenticates(record, chain) !== null);
    if (matching.length === 0) {
      const text = `No TLSA record of ${owner} matches the ${chain.keyType} certificate that ${endpoint} serves. ${effect} Publish a record that matches it.`;
      return [{ ...shared, code: 'dane_mismatch', severity: 'blocking', key: `dane_mismatch ${owner} ${chain.keyType}`, text }];
    }
    const next = isAhead ? null : nextRenewal(chain, matching, named);
    return next === null ? [] : [next];
  });
};

/** Judges the TLSA records of one endpoint against every chain that it serves, today and after the next renewal. */
export const judgeDane = (facts: DaneFacts): RenewalFinding[] => {
  const { host, port, protocol, looked } = facts;
  const owner = `_${port}._tcp.${host}`;
  const endpoint = `${host}:${port}`;
  const effect = protocol === 'smtp' ? 'Mail servers that check DANE do not deliver to it.' : 'Clients that check DANE refuse it.';
  const shared = { area: 'dane', names: [host] } as const;
  switch (looked.kind) {
    case 'found': {
      if (looked.secure) return judgeRecords(looked.values, facts, { owner, endpoint, host, effect });
      const text = `The TLSA records of ${owner} are not signed with DNSSEC, so clients ignore them. Sign the zone, or remove them.`;
      return [{ ...shared, code: 'dane_unsigned', severity: 'notice', key: `dane_unsigned ${owner}`, text }];
    }
    case 'bogus':
    case 'failed': {
      const why = looked.kind === 'bogus' ? `DNSSEC validation fails: ${looked.why}` : `the name servers answer ${looked.rcode}`;
      const text = `The TLSA records of ${owner} cannot be read because ${why}. ${effect} Repair the zone.`;
      return [{ ...shared, code: 'dane_unavailable', severity: 'blocking', key: `dane_unavailable ${owner}`, text }];
    }
    default:
      return [];
  }
};
