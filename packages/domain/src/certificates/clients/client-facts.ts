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

/** A signed certificate timestamp (RFC 6962 section 3.2). */
export interface SctFact {
  /** Base64. */
  readonly log: string;
  /** ISO 8601 with milliseconds. */
  readonly at: string;
  readonly by: SctDelivery;
  /** Absent if not checked: the key of its log is unknown, or the endpoint served the certificate before. */
  readonly signature?: 'valid' | 'invalid';
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

const isSame = (one: SctFact, other: SctFact | undefined): boolean => one.log === other?.log && one.at === other.at && one.by === other.by;

/** Whether a check found nothing new of a timestamp: an unchecked signature stays as it was. */
const sameSct = (known: SctFact, seen: SctFact | undefined): boolean =>
  isSame(known, seen) && (seen?.signature === undefined || seen.signature === known.signature);

/** Whether clients count it. */
export const isCountedSct = ({ signature }: SctFact): boolean => signature !== 'invalid';

/** Returns the facts of a check with the signatures that an earlier one checked. */
export const withKnownSignatures = (facts: ClientFacts, known: ClientFacts): ClientFacts => ({
  ...facts,
  scts: facts.scts.map((sct) => {
    const signature = sct.signature ?? known.scts.find((each) => isSame(each, sct))?.signature;
    return signature === undefined ? sct : { ...sct, signature };
  }),
});

/** Returns whether a check found the same facts as are known; absent ones are equal to absent ones only. */
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
