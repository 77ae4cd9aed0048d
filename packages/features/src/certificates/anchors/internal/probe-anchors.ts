import { anchorSets, anchors, type Executor } from '@notafter/db';
import type { AnchorSetId, CertificateId, OrganizationId, TrustAnchors } from '@notafter/domain';
import { eq, inArray, sql } from 'drizzle-orm';
import { type AskedSets, digestOf, loadSets, loadSetsOfNew, type NewSubject, type SetsInForce } from './sets-in-force.ts';

/** The anchors of a probe. */
export interface ProbeAnchors {
  /** `digestOf` the sets: shows later whether they are still in force. */
  readonly digest: string | null;
  readonly anchors: readonly TrustAnchors[];
}

export const noAnchors: ProbeAnchors = { digest: null, anchors: [] };

/** Texts by digest, the most recently used at the end. A text never changes, so that none of them can be outdated. */
const texts = new Map<string, string>();
const TEXTS_MAX_CHARACTERS = 16_000_000;
let characters = 0;

const keepText = (digest: string, pem: string): void => {
  if (texts.delete(digest)) characters -= pem.length;
  texts.set(digest, pem);
  characters += pem.length;
  for (const [oldest, text] of texts) {
    if (characters <= TEXTS_MAX_CHARACTERS) break;
    texts.delete(oldest);
    characters -= text.length;
  }
};

/** Returns texts by digest. That of a set which changed since its digest was read is absent. */
const readTexts = async (db: Executor, sets: ReadonlyMap<string, AnchorSetId>): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  const unread: AnchorSetId[] = [];
  for (const [digest, id] of sets) {
    const text = texts.get(digest);
    if (text === undefined) unread.push(id);
    else found.set(digest, text);
  }
  if (unread.length > 0) {
    const rows = await db
      .select({ digest: anchorSets.digest, pem: sql<string>`string_agg(${anchors.facts} ->> 'pem', '' order by ${anchors.place})` })
      .from(anchorSets)
      .innerJoin(anchors, eq(anchors.setId, anchorSets.id))
      .where(inArray(anchorSets.id, unread))
      .groupBy(anchorSets.id);
    for (const { digest, pem } of rows) found.set(digest, pem);
  }
  for (const [digest, text] of found) keepText(digest, text);
  return found;
};

/** Empty if one is missing: `digest` then shows that nothing was judged by it. */
const anchorsOf = (inForce: SetsInForce, read: ReadonlyMap<string, string>): ProbeAnchors => {
  const digests = [...new Set(inForce.sets.map(({ digest }) => digest))];
  const found = digests.flatMap((digest): TrustAnchors[] => {
    const pem = read.get(digest);
    return pem === undefined ? [] : [{ digest, pem }];
  });
  return found.length === digests.length ? { digest: digestOf(inForce), anchors: found } : noAnchors;
};

export interface AskedAnchors<Key> {
  of(key: Key): ProbeAnchors;
}

const withTexts = async <Key>(db: Executor, keys: readonly Key[], asked: AskedSets<Key>): Promise<AskedAnchors<Key>> => {
  const inForce = new Map(keys.map((key) => [key, asked.of(key)]));
  const sets = new Map([...inForce.values()].flatMap((each) => each.sets.map(({ digest, id }) => [digest, id])));
  if (sets.size === 0) return { of: () => noAnchors };
  const read = await readTexts(db, sets);
  return {
    of(key) {
      const found = inForce.get(key);
      return found === undefined || found.sets.length === 0 ? noAnchors : anchorsOf(found, read);
    },
  };
};

/** Returns the anchors that certificates are judged by now. */
export const loadAnchors = async (db: Executor, ids: readonly CertificateId[]): Promise<AskedAnchors<CertificateId>> =>
  withTexts(db, ids, await loadSets(db, ids));

/** The same for certificates that are about to be added. */
export const loadAnchorsOfNew = async <Subject extends NewSubject>(
  db: Executor,
  orgId: OrganizationId,
  subjects: readonly Subject[],
): Promise<AskedAnchors<Subject>> => withTexts(db, subjects, await loadSetsOfNew(db, orgId, subjects));
