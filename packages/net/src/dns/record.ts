/** Record types to query (IANA DNS parameters). */
export const recordTypes = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NSEC: 47, TLSA: 52, CAA: 257 } as const;
export type RecordType = keyof typeof recordTypes;

/** One answer record, as far as it was parsed; names are lower case without the trailing dot. */
export type DnsRecord = { readonly owner: string } & (
  | {
      readonly type: 'A' | 'AAAA' | 'CNAME' | 'NS' | 'SOA' | 'MX';
      /** An address, or the name that the record points to. */
      readonly value: string;
    }
  | { readonly type: 'SRV'; readonly value: string; readonly port: number }
  /** `types`: those that exist at its owner. */
  | { readonly type: 'NSEC'; readonly value: string; readonly types: readonly number[] }
  /** RFC 8659 section 4.1. */
  | { readonly type: 'CAA'; readonly critical: boolean; readonly tag: string; readonly value: string }
  /** Its strings joined. */
  | { readonly type: 'TXT'; readonly value: string }
  /** RFC 6698 section 2.1; `data` is lower-case hex. */
  | { readonly type: 'TLSA'; readonly usage: number; readonly selector: number; readonly matching: number; readonly data: string }
);

/** RFC 8914. */
export interface ExtendedError {
  readonly code: number;
  readonly text: string;
}

/** `NXDOMAIN` and `NOERROR` are answers; every other code is a server failure. */
export interface DnsAnswer {
  readonly rcode: number;
  readonly truncated: boolean;
  /** The server verified the answer's DNSSEC signatures (AD). */
  readonly authenticated: boolean;
  readonly errors: readonly ExtendedError[];
  readonly records: readonly DnsRecord[];
}

export const NOERROR = 0;
export const SERVFAIL = 2;
export const NXDOMAIN = 3;
