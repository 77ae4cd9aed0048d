import type { CertificateList } from '../types.ts';

type Page = Pick<CertificateList, 'total' | 'totalCapped' | 'position'> & { readonly shown: number };

const figure = (value: number): string => value.toLocaleString('en');

/** `1–10 of 48`, `48 of 48`; a capped count says so, and a place that is not known is left out. */
export function pageText({ total, totalCapped, position, shown }: Page): string {
  const all = totalCapped ? `more than ${figure(total)}` : figure(total);
  if (shown === 0) return `0 of ${all}`;
  if (position === null) return `${figure(shown)} of ${all}`;
  const first = figure(position + 1);
  return shown === 1 ? `${first} of ${all}` : `${first}\u2013${figure(position + shown)} of ${all}`;
}
