import type { CertificateFacts, CertificateReader, Observation, ProbeTarget, ProbeTerms } from '@notafter/domain';
import { servedObservation } from '@notafter/testing';

/** The facts of a certificate that `seedDers` has made, from its seed. */
type FactsOf = (seed: string) => CertificateFacts;

/** Reads certificates that are their seeds. */
export const seededReader = (reader: CertificateReader, factsOf: FactsOf): CertificateReader => ({
  ...reader,
  read: (pem) => {
    const seed = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64').toString();
    return [{ kind: 'readable', facts: factsOf(seed), bytes: 1, isAuthority: false, isSelfSigned: false }];
  },
});

/** Judges what a collector reported of a host. */
export const judgeReported =
  (host: string, factsOf: FactsOf) =>
  (_: ProbeTarget, { reported }: ProbeTerms): Observation => {
    const [own] = reported ?? [];
    if (own?.kind !== 'served') throw new Error('Only what was reported.');
    const [leaf, ...rest] = own.chain.map((der) => factsOf(Buffer.from(der).toString()));
    if (leaf === undefined) throw new Error('No certificate.');
    return servedObservation(host, {}, { chain: [leaf, ...rest], address: own.address ?? '' });
  };
