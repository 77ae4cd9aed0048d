/** One way from the certificate to an anchor, without a fault; instants are ISO 8601, as stored. */
export interface TrustPath {
  /** Lower-case hex SHA-256. */
  readonly anchor: string;
  readonly anchorName: string;
  /** The notAfter of the certificate above the leaf that ends first, and its name. */
  readonly until: string;
  readonly endsWith: string;
}

export type SctDelivery = 'embedded' | 'tls' | 'ocsp';

/** A signed certificate timestamp (RFC 6962 section 3.2). Its signature is not checked. */
export interface SctFact {
  /** Base64. */
  readonly log: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly by: SctDelivery;
}

/** Input of each client's verdict, besides the certificate's dates. */
export interface ClientFacts {
  /** To public anchors. Empty for an untrusted chain, and for one that only leads to anchors of the operator's. */
  readonly paths: readonly TrustPath[];
  readonly scts: readonly SctFact[];
  /** Whether its extended key usage includes client authentication. */
  readonly clientAuth: boolean;
}

const samePath = (one: TrustPath, other: TrustPath | undefined): boolean =>
  one.anchor === other?.anchor && one.until === other.until && one.endsWith === other.endsWith && one.anchorName === other.anchorName;

const sameSct = (one: SctFact, other: SctFact | undefined): boolean => one.log === other?.log && one.at === other.at && one.by === other.by;

/** Returns whether a check found the same facts; absent ones are equal to absent ones only. */
export const sameClientFacts = (one: ClientFacts | null, other: ClientFacts | null): boolean => {
  if (one === null || other === null) return one === other;
  return (
    one.clientAuth === other.clientAuth &&
    one.paths.length === other.paths.length &&
    one.scts.length === other.scts.length &&
    one.paths.every((path, index) => samePath(path, other.paths[index])) &&
    one.scts.every((sct, index) => sameSct(sct, other.scts[index]))
  );
};
