import { pluralWord } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';

/** A warning about addresses that serve different certificates; null if all serve the same one. */
export function differingText(addresses: CertificateDetail['addresses']): { readonly headline: string; readonly rest: string } | null {
  const served = addresses.flatMap(({ address, notAfter, differs }) => (notAfter === null ? [] : [{ address, notAfter, differs }]));
  const differing = served.filter(({ differs }) => differs);
  if (differing.length === 0) return null;
  const [first] = served.toSorted((one, other) => one.notAfter.getTime() - other.notAfter.getTime());
  const headline = `${differing.length} of ${addresses.length} addresses ${pluralWord(differing.length, 'serves', 'serve')} another certificate.`;
  return { headline, rest: first?.differs ? `The one at ${first.address} expires first, so its date counts.` : 'They expire later.' };
}
