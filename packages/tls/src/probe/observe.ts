import {
  type CertificateFacts,
  isWeakSuite,
  lacksForwardSecrecy,
  type ProbeTarget,
  type ServedObservation,
  type VerdictReason,
  type VerdictWarning,
  verdictReasons,
  verdictWarnings,
} from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { RecentMap } from '../judge/certificate-cache.ts';
import { clientFactsOf, type OwnClientFacts, readOwnClientFacts } from '../judge/client-facts.ts';
import type { TrustStore } from '../judge/trust-store.ts';
import { type ChainJudge, type ChainVerdict, inOrder, type SentChain } from '../judge/verify-chain.ts';
import { createRevocationJudge, type RevocationAnswer } from '../revocation/revocation-judge.ts';
import type { Certificate } from '../x509/certificate.ts';
import { factsOf } from '../x509/certificate-facts.ts';
import { type ReadTimestamp, readStapledTimestamps, readTimestampList } from '../x509/signed-timestamps.ts';
import { createTimestampJudge } from '../x509/timestamp-signatures.ts';
import type { NamedSources } from './named-sources.ts';
import type { HandshakeFacts } from './protocol/handshake-core.ts';
import type { ProvingKey } from './protocol/signature-schemes.ts';

/**
 * Returns the reasons for a stored observation, with dates judged at `now` again, but only the leaf's: an expired issuer
 * already shows in its consequence, that no usable path leads to a trusted root.
 */
const observedReasons = ({ reasons, findings, path, root }: ChainVerdict): readonly VerdictReason[] => {
  const lasting = findings.flatMap(({ reason, depth }): VerdictReason[] => {
    if (depth === 0 || (reason !== 'expired' && reason !== 'not_yet_valid')) return [];
    return [root !== null && depth === path.length - 1 ? 'untrusted_root' : 'incomplete_chain'];
  });
  if (lasting.length === 0) return reasons;
  const all = new Set([...reasons, ...lasting]);
  return verdictReasons.filter((reason) => all.has(reason));
};

/** Facts of a connection other than its certificates. */
export type ConnectionFacts = Omit<HandshakeFacts, 'chain' | 'protocol' | 'cipher'>;

export interface ServedEndpoint extends ServedObservation {
  readonly connection: ConnectionFacts;
}

/** A known leaf, by fingerprint: neither its key nor its facts are read again. */
interface KnownLeaf {
  readonly key: ProvingKey;
  facts: CertificateFacts | undefined;
  own: OwnClientFacts | undefined;
  /** Whether the signatures of `own.scts` were checked. */
  hasSignatures: boolean;
}

export interface Observer {
  /** Reads a chain and the key of its leaf; null if the key is unreadable. */
  read(ders: readonly Buffer[]): { readonly chain: SentChain; readonly key: ProvingKey } | null;
  /** `host` is the name to match. The chain is not used after this returns. */
  observe(seen: {
    readonly target: ProbeTarget;
    readonly host: string;
    readonly address: string;
    readonly chain: SentChain;
    readonly handshake: HandshakeFacts;
    readonly handshakeMs: number;
    /** How long to wait for CRLs that are not cached. */
    readonly crlWaitMs: number;
    readonly anchors?: TrustStore | undefined;
    /** Whether to check the signatures of the SCTs of the certificate with this SHA-256 fingerprint. */
    readonly checksScts: (fingerprint256: string) => boolean;
  }): ServedEndpoint | Promise<ServedEndpoint>;
}

export interface ObserverOptions {
  /** By the address that was dialed. Null: CRLs are not fetched. */
  readonly sourcesOf: ((dialed: string) => NamedSources) | null;
  /** The keys of logs, for the signatures of SCTs; of the built-in table by default. */
  readonly ctLogKeys?: readonly string[] | undefined;
  readonly maxKnownLeaves?: number;
}

/** The versions by RFC 8996. */
const connectionWarnings = ({ protocol, cipher }: HandshakeFacts): VerdictWarning[] => {
  const warnings: VerdictWarning[] = [];
  if (protocol !== 'TLSv1.3' && protocol !== 'TLSv1.2') warnings.push('old_protocol');
  if (isWeakSuite(cipher)) warnings.push('weak_cipher');
  if (lacksForwardSecrecy(cipher)) warnings.push('no_forward_secrecy');
  return warnings;
};

/** The SCTs that came with the handshake or the staple, which clients accept as well (RFC 6962 section 3.3); null if none did. */
const sentTimestamps = ({ signedTimestamps, ocspStaple }: HandshakeFacts): readonly ReadTimestamp[] | null => {
  const stapled = ocspStaple === null ? null : readStapledTimestamps(ocspStaple);
  if (signedTimestamps === null) return stapled;
  return [...readTimestampList(signedTimestamps, 'tls'), ...(stapled ?? [])];
};

/**
 * Creates observations of finished handshakes. Facts of issuers are cached with the judge's issuers, keys and facts of
 * leaves by fingerprint; the judge caches verdicts itself, by chain, host, roots and dates.
 */
export const createObserver = (
  judge: ChainJudge,
  { sourcesOf, ctLogKeys = clientTable.ctLogs.keys, maxKnownLeaves = 10_000 }: ObserverOptions,
): Observer => {
  const revocationJudge = createRevocationJudge({ maxKnownLeaves });
  const timestamps = createTimestampJudge(ctLogKeys);
  const leaves = new RecentMap<KnownLeaf>(maxKnownLeaves);
  const issuerFacts = new WeakMap<Certificate, CertificateFacts>();

  const factsOfIssuer = (certificate: Certificate): CertificateFacts => {
    const known = issuerFacts.get(certificate);
    if (known !== undefined) return known;
    const facts = factsOf(certificate);
    issuerFacts.set(certificate, facts);
    return facts;
  };
  const factsOfLeaf = (leaf: Certificate): CertificateFacts => {
    const known = leaves.get(leaf.sha256);
    if (known === undefined) return factsOf(leaf);
    known.facts ??= factsOf(leaf);
    return known.facts;
  };

  const ownClientFacts = (leaf: Certificate, issuer: Certificate | undefined, checks: boolean): OwnClientFacts => {
    const known = leaves.get(leaf.sha256);
    if (known?.own !== undefined && (known.hasSignatures || !checks)) return known.own;
    const own = readOwnClientFacts(leaf, issuer, checks ? timestamps : null);
    if (known !== undefined) Object.assign(known, { own, hasSignatures: checks });
    return own;
  };

  return {
    read(ders) {
      const chain = judge.readChain(ders);
      if (chain === undefined) return null;
      const [leaf] = chain;
      const known = leaves.get(leaf.sha256);
      if (known !== undefined) return { chain, key: known.key };
      const { publicKey } = leaf;
      if (publicKey === null) return null;
      const key = { key: publicKey, curve: leaf.keyFacts.curve };
      leaves.set(leaf.sha256, { key, facts: undefined, own: undefined, hasSignatures: false });
      return { chain, key };
    },
    observe({ target, host, address, chain, handshake, handshakeMs, crlWaitMs, anchors, checksScts }) {
      const [leaf, ...rest] = chain;
      const now = new Date();
      const verdict = judge.verifyChain({ chain, host, now, anchors });
      const { root } = verdict;
      const anchor =
        anchors === undefined || root === null || judge.store.find(root) !== undefined ? null : factsOfIssuer(root).fingerprint256;
      const { protocol, cipher, group, groupBits, signatureScheme, ocspStaple, signedTimestamps, isClientCertificateAsked, alpn } =
        handshake;
      // Copied before `complete`, because the leaf is gone by then; a spread costs as much as half of the rules.
      const facts: readonly [CertificateFacts, ...CertificateFacts[]] = [factsOfLeaf(leaf), ...rest.map(factsOfIssuer)];
      const rootFacts = root === null || chain.some(({ sha256 }) => sha256 === root.sha256) ? null : factsOfIssuer(root);
      const connection = { group, groupBits, signatureScheme, ocspStaple, signedTimestamps, isClientCertificateAsked, alpn };
      const reasons = observedReasons(verdict);
      const sent = sentTimestamps(handshake);
      const [, issuer] = verdict.path;
      const checks = verdict.trustPaths.length > 0 && checksScts(facts[0].fingerprint256);
      const clientFacts = clientFactsOf(
        verdict,
        () => ownClientFacts(leaf, issuer, checks),
        () => (sent === null ? null : checks ? timestamps.judge(sent, leaf, issuer) : sent.map(({ fact }) => fact)),
      );
      const ofChain = sent !== null ? verdict.warnings.filter((warning) => warning !== 'missing_sct') : verdict.warnings;
      const warnings = [...ofChain, ...connectionWarnings(handshake)];
      const complete = ({ fact, warnings: more }: RevocationAnswer): ServedEndpoint => ({
        kind: 'served',
        target,
        address,
        chain: facts,
        root: rootFacts,
        protocol,
        cipher,
        handshakeMs,
        connection,
        reasons: fact.status === 'revoked' ? inOrder(verdictReasons, [...reasons, 'revoked']) : reasons,
        warnings: inOrder(verdictWarnings, [...warnings, ...more]),
        revocation: fact,
        clientFacts,
        anchor,
      });
      const answer = revocationJudge.ask({
        verdict,
        staple: handshake.ocspStaple,
        now,
        waitMs: crlWaitMs,
        crls: sourcesOf?.(address)[anchor === null ? 'crls' : 'crlsBelowAnchors'] ?? null,
      });
      return answer instanceof Promise ? answer.then(complete) : complete(answer);
    },
  };
};
