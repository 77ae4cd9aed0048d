/** Record types to query (IANA DNS parameters). */
export const recordTypes = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, AAAA: 28, SRV: 33, NSEC: 47, CAA: 257 } as const;
export type RecordType = keyof typeof recordTypes;

/** One answer record, as far as it was parsed; names are lower case without the trailing dot. */
export interface DnsRecord {
  readonly owner: string;
  readonly type: RecordType;
  /** An address, or the name that the record points to; for CAA its value. */
  readonly value: string;
  /** SRV only. */
  readonly port: number | null;
  /** NSEC only: the types that exist at its owner. */
  readonly types: readonly number[];
}

/** `NXDOMAIN` and `NOERROR` are answers; every other code is a server failure. */
export interface DnsAnswer {
  readonly rcode: number;
  readonly truncated: boolean;
  readonly records: readonly DnsRecord[];
}

export const NOERROR = 0;
export const NXDOMAIN = 3;
