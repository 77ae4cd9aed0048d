import { removeChosen } from './remove-chosen.ts';
import { schemeFamilies13, schemesBefore13 } from './scan-schemes.ts';
import type { VersionInquiry } from './scan-version.ts';
import { isEphemeralDh, isEphemeralEc } from './suite-registry.ts';

/** Schemes of a ServerKeyExchange, which TLS 1.2 signs in plaintext. */
const findBefore13 = (inquiry: VersionInquiry, found: number[]): Promise<void> => {
  const suites = inquiry.suites.filter((suite) => isEphemeralEc(suite) || isEphemeralDh(suite));
  if (suites.length === 0) return Promise.resolve();
  return removeChosen(
    schemesBefore13,
    found,
    (schemes) => inquiry.ask({ schemes, suites }, true),
    ({ exchange }) => exchange?.scheme ?? null,
  );
};

/**
 * TLS 1.3 encrypts its signature, but a server without a matching key refuses before it answers. Offers one scheme at a time,
 * with a key share so that the ServerHello comes at once; skips the rest of a family that is refused as a whole.
 */
const findIn13 = async (inquiry: VersionInquiry, found: number[]): Promise<void> => {
  const accepts = async (schemes: readonly number[]): Promise<boolean> =>
    !('failure' in (await inquiry.ask({ schemes, withShares: true })));
  for (const family of schemeFamilies13) {
    if (!(await accepts(family))) continue;
    for (const scheme of family) if (await accepts([scheme])) found.push(scheme);
  }
};

/** Adds the signature schemes with which a server proves its key in this version to `found`. */
export const findSchemes = (inquiry: VersionInquiry, found: number[]): Promise<void> =>
  inquiry.version === 'TLSv1.3' ? findIn13(inquiry, found) : findBefore13(inquiry, found);
