/** How well an issuer is run, 0 to 100; independent of any chain. */
export interface CaTrust {
  readonly score: number;
  readonly label: 'Excellent' | 'Good' | 'Fair';
}

/** Spec 1 section 9, by a part of the issuer's name. Some write the apostrophe as U+2019, some omit it. */
const known: readonly { readonly name: RegExp; readonly trust: CaTrust }[] = [
  { name: /let['\u2019]?s encrypt/i, trust: { score: 95, label: 'Excellent' } },
  { name: /digicert/i, trust: { score: 98, label: 'Excellent' } },
  { name: /cloudflare/i, trust: { score: 92, label: 'Good' } },
];

/** Returns the CA Trust Score of an issuer; an unlisted one has 85, Fair. */
export const caTrust = (issuer: string): CaTrust => known.find(({ name }) => name.test(issuer))?.trust ?? { score: 85, label: 'Fair' };
