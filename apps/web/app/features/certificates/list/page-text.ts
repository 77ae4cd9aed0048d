import { countText } from '@notafter/domain';
import type { CertificateList } from '../types.ts';

type Page = Pick<CertificateList, 'total' | 'totalCapped' | 'position'> & { readonly shown: number };

/** `1–10 of 48`, `48 of 48`; a capped count says so, and a place that is not known is left out. */
export function pageText({ total, totalCapped, position, shown }: Page): string {
  const all = totalCapped ? `more than ${countText(total)}` : countText(total);
  if (shown === 0) return `0 of ${all}`;
  if (position === null) return `${countText(shown)} of ${all}`;
  const first = countText(position + 1);
  return shown === 1 ? `${first} of ${all}` : `${first}\u2013${countText(position + shown)} of ${all}`;
}
