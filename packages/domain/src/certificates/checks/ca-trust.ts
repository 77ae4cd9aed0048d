/** How far an issuer is trusted to run its business well, 0 to 100; it says nothing of one chain. */
export interface CaTrust {
  readonly score: number;
  readonly label: 'Excellent' | 'Good' | 'Fair';
}

/** Spec 1 section 9, by a part of the issuer's name. Some write the apostrophe as U+2019, some leave it out. */
const known: readonly { readonly name: RegExp; readonly trust: CaTrust }[] = [
  { name: /let['\u2019]?s encrypt/i, trust: { score: 95, label: 'Excellent' } },
  { name: /digicert/i, trust: { score: 98, label: 'Excellent' } },
  { name: /cloudflare/i, trust: { score: 92, label: 'Good' } },
];

/** The CA Trust Score of an issuer; one that is not listed has 85, Fair. */
export const caTrust = (issuer: string): CaTrust => known.find(({ name }) => name.test(issuer))?.trust ?? { score: 85, label: 'Fair' };
