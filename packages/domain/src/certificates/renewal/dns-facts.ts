/**
 * The answer of a validating resolver. `found` and `empty`: the name exists. `absent`: NXDOMAIN. `bogus`: the data exists, but its
 * DNSSEC signatures are wrong. `failed`: not even unverified data was to be had. `silent`: the resolver did not answer.
 */
export type Looked<Value> =
  | { readonly kind: 'found'; readonly values: readonly Value[]; readonly secure: boolean; readonly alias: string | null }
  | { readonly kind: 'empty' | 'absent'; readonly secure: boolean; readonly alias: string | null }
  /** `why`: half a sentence, as `a signature has expired`. */
  | { readonly kind: 'bogus'; readonly why: string }
  | { readonly kind: 'failed'; readonly rcode: string }
  | { readonly kind: 'silent' };

export interface CaaRecord {
  readonly critical: boolean;
  readonly tag: string;
  readonly value: string;
}

export interface TlsaRecord {
  readonly usage: number;
  readonly selector: number;
  readonly matching: number;
  /** Lower-case hex. */
  readonly data: string;
}
