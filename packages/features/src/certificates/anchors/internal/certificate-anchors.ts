import { anchorRules, anchors, type Executor } from '@notafter/db';
import type { AnchorChoice, AnchorOrigin, AnchorSetId, CertificateId, VerdictReason } from '@notafter/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { loadSets } from './sets-in-force.ts';

interface NamedSet {
  readonly id: AnchorSetId;
  readonly name: string;
}

/** The anchors of a certificate besides the public roots. */
export interface CertificateAnchors {
  /** Its own choice; null: it follows its tags and the organization. */
  readonly assigned: AnchorChoice | null;
  /** The choice that applies; null: nobody made one. */
  readonly from: AnchorOrigin | null;
  /** The sets in force; empty for the public roots alone. */
  readonly sets: readonly NamedSet[];
  /** Those among them whose certificate ends the chain; empty if a public root does, or none. */
  readonly trustedBy: readonly NamedSet[];
  /** SHA-256 fingerprint of that certificate; null if `trustedBy` is empty. */
  readonly anchor: string | null;
}

interface Judged {
  readonly id: CertificateId;
  readonly anchorFingerprint256: string | null;
  readonly reasons: readonly VerdictReason[];
}

/** An anchor that is expired ends a chain without making it trusted. */
const isTrusted = ({ reasons }: Judged): boolean => !reasons.includes('untrusted_root') && !reasons.includes('incomplete_chain');

/** The certificate's own choice; null: it has none. */
export const findChoice = async (db: Executor, id: CertificateId): Promise<AnchorChoice | null> => {
  const [own] = await db.select({ setId: anchorRules.setId }).from(anchorRules).where(eq(anchorRules.certificateId, id));
  return own === undefined ? null : (own.setId ?? 'public');
};

export const loadCertificateAnchors = async (db: Executor, certificate: Judged): Promise<CertificateAnchors> => {
  const { id, anchorFingerprint256 } = certificate;
  const { from, sets } = (await loadSets(db, [id])).of(id);
  const ids = sets.map((set) => set.id);
  const holding =
    anchorFingerprint256 === null || ids.length === 0 || !isTrusted(certificate)
      ? []
      : await db
          .select({ setId: anchors.setId })
          .from(anchors)
          .where(and(eq(anchors.fingerprint256, anchorFingerprint256), inArray(anchors.setId, ids)));
  const held = new Set(holding.map(({ setId }) => setId));
  const named = sets.map(({ id: setId, name }) => ({ id: setId, name }));
  const trustedBy = named.filter((set) => held.has(set.id));
  return {
    assigned: await findChoice(db, id),
    from,
    sets: named,
    trustedBy,
    anchor: trustedBy.length === 0 ? null : anchorFingerprint256,
  };
};
