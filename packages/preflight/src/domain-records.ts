import { createDnsClient } from '@notafter/net/dns';
import { createLookUp } from './look-up.ts';
import { climbCaa } from './names.ts';

/** Records of a domain, for what it says about itself. */
export interface DomainRecords {
  /** Texts of the TXT records of a name; empty without one. Rejects if no resolver answered. */
  lookUpTxt(name: string): Promise<readonly string[]>;
  /** Issuer domain names that CAA records at or above a domain allow (RFC 8659); null without records. Rejects if no resolver answered. */
  lookUpCaa(domain: string): Promise<readonly string[] | null>;
}

const TIMEOUT_MS = 5_000;

/** Creates look-ups by these resolvers, each `ip` or `ip:port`; empty means the system's. */
export const createDomainRecords = ({ dnsServers }: { readonly dnsServers: readonly string[] }): DomainRecords => {
  const client = createDnsClient({ servers: dnsServers, timeoutMs: TIMEOUT_MS });
  const newLookUp = () => createLookUp(client, AbortSignal.timeout(3 * TIMEOUT_MS));
  return {
    lookUpTxt: async (name) => {
      const looked = await newLookUp()(name, 'TXT');
      if (looked.kind === 'found') return looked.values.map(({ value }) => value);
      if (looked.kind === 'empty' || looked.kind === 'absent') return [];
      throw new Error(`No answer for the TXT record of ${name}.`);
    },
    lookUpCaa: async (domain) => {
      const last = (await climbCaa(newLookUp(), domain)).at(-1)?.looked;
      if (last?.kind === 'empty' || last?.kind === 'absent') return null;
      if (last?.kind !== 'found') throw new Error(`No answer for the CAA records of ${domain}.`);
      const issuers = last.values
        .filter(({ tag }) => tag.toLowerCase() === 'issue')
        .map(({ value }) => value.split(';')[0]?.trim().toLowerCase() ?? '');
      return [...new Set(issuers.filter((issuer) => issuer !== ''))].toSorted();
    },
  };
};
