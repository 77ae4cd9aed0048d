import type { LogCursor, SignedHead } from '@notafter/domain';
import { z } from 'zod';
import { askLog, findLeaf, hashes, PROOF_MAX_BYTES } from '../client/ask-log.ts';
import { inOrder } from '../client/in-order.ts';
import { invalid, LogFault } from '../client/log-fault.ts';
import type { LogEntry } from '../entries/log-entry.ts';
import { decodeMerkleLeaf } from '../entries/merkle-leaf.ts';
import { fetchHead } from '../heads/fetch-head.ts';
import { Frontier } from '../merkle/frontier.ts';
import { HASH_BYTES, leafHash } from '../merkle/hashes.ts';
import { isConsistent } from '../merkle/proofs.ts';
import { checkFinalHead, endOf, type Follow, isOlderHead, type Run, type ScannedEntries } from './follower.ts';
import { scanEntries, together } from './scan-entries.ts';

/** Entries of one download. Logs return fewer at once, as they like; a download asks until it is complete. */
const DOWNLOAD_ENTRIES = 1_024;

const noPrefix = Buffer.alloc(0);
const consistencyAnswer = z.object({ consistency: hashes });
const entriesAnswer = z.object({ entries: z.array(z.object({ leaf_input: z.string(), extra_data: z.string() })) });

interface RootAt {
  readonly size: number;
  readonly root: Buffer;
}

const rootOf = ({ size, root }: SignedHead): RootAt => ({ size, root: Buffer.from(root, 'hex') });

/** Returns whether the log proves that the head continues this tree. */
const provesConsistency = async (run: Run, tree: RootAt, head: SignedHead): Promise<boolean> => {
  if (tree.size === 0 || tree.size === head.size) return isConsistent(tree, rootOf(head), []);
  const path = `get-sth-consistency?first=${tree.size}&second=${head.size}`;
  const { consistency } = await askLog(run.client, path, consistencyAnswer, PROOF_MAX_BYTES);
  return consistency.every(({ length }) => length === HASH_BYTES) && isConsistent(tree, rootOf(head), consistency);
};

/** Throws LogFault unless the head continues the known one. A proof that was changed on the way is asked for once more. */
const checkContinues = async (run: Run, known: SignedHead, found: SignedHead): Promise<void> => {
  if (await provesConsistency(run, rootOf(known), found)) return;
  if (await provesConsistency(run, rootOf(known), found)) return;
  throw new LogFault({ kind: 'forked', reason: 'The log does not prove that its head continues an earlier signed head.', known, found });
};

interface RawEntry {
  readonly leaf: Buffer;
  readonly extraData: string;
}

/**
 * Returns the entries of a range, at least one answer. Stops once they have as many bytes as the largest answer, or the budget is used up:
 * nothing is verified yet, and a log chooses how many answers it takes.
 */
const readEntries = async (run: Run, start: number, end: number): Promise<RawEntry[]> => {
  const read: RawEntry[] = [];
  let bytes = 0;
  while (start + read.length < end) {
    if (read.length > 0 && (bytes >= run.maxBytes || run.client.bytes >= run.budgetBytes)) break;
    const { entries } = await askLog(run.client, `get-entries?start=${start + read.length}&end=${end - 1}`, entriesAnswer);
    if (entries.length === 0) throw invalid(`get-entries returned nothing at entry ${start + read.length}.`);
    if (entries.length > end - start - read.length) throw invalid('get-entries returned more entries than were asked for.');
    for (const { leaf_input: leaf, extra_data: extraData } of entries) {
      bytes += leaf.length + extraData.length;
      read.push({ leaf: Buffer.from(leaf, 'base64'), extraData });
    }
  }
  return read;
};

/**
 * Returns the complete subtrees below a head. All siblings of the last leaf are to its left, so its inclusion proof consists of the
 * subtrees before it.
 */
const frontierAt = async (run: Run, head: SignedHead): Promise<Frontier> => {
  if (head.size === 0) return Frontier.empty();
  const [last] = await readEntries(run, head.size - 1, head.size);
  const leaf = leafHash(noPrefix, last?.leaf ?? noPrefix);
  const found = await findLeaf(run.client, leaf, head.size);
  const frontier = found?.index === head.size - 1 ? Frontier.of(found.index, found.path.toReversed()) : null;
  frontier?.append(leaf);
  if (frontier === null || frontier.root.toString('hex') !== head.root) throw invalid('The last entry is not the one of the signed head.');
  return frontier;
};

const readFrontier = ({ size, frontier }: LogCursor): Frontier => {
  const read = Frontier.of(
    size,
    frontier.map((each) => Buffer.from(each, 'hex')),
  );
  if (read === null) throw new Error('The cursor is not one of an RFC 6962 log.');
  return read;
};

const cursorAt = (frontier: Frontier, head: SignedHead): LogCursor => ({
  size: frontier.size,
  frontier: frontier.hashes.map((each) => each.toString('hex')),
  head,
  partialSince: null,
});

const scan = (run: Run, start: number, raw: readonly RawEntry[]): ScannedEntries => {
  const entries: LogEntry[] = [];
  const unknownTypes = new Map<string, number>();
  for (const [offset, { leaf, extraData }] of raw.entries()) {
    const decoded = decodeMerkleLeaf(leaf, extraData, start + offset);
    if (decoded.kind === 'entry') entries.push(decoded.entry);
    else unknownTypes.set(decoded.what, (unknownTypes.get(decoded.what) ?? 0) + 1);
  }
  const { found, malformed } = scanEntries(entries, run.matcher);
  return { entries: found, scanned: raw.length, malformed, unknownTypes, unread: 0, auditedTiles: 0 };
};

function* downloads(run: Run, start: number, end: number): Generator<() => Promise<RawEntry[]>> {
  for (let at = start; at < end; at += DOWNLOAD_ENTRIES) {
    // A budget that is too small for the head must not stop the log for good.
    if (at > start && run.client.bytes >= run.budgetBytes) return;
    yield () => readEntries(run, at, Math.min(end, at + DOWNLOAD_ENTRIES));
  }
}

/** Reads from the frontier to the head; each download is verified by one proof. Returns the size that was reached. */
const readOn = async (run: Run, head: SignedHead, start: Frontier): Promise<number> => {
  const next = start.copy();
  for await (const raw of inOrder(downloads(run, start.size, head.size), run.downloadsAtOnce)) {
    const first = next.size;
    for (const { leaf } of raw) next.append(leafHash(noPrefix, leaf));
    if (!(await provesConsistency(run, next, head)))
      throw invalid(`The entries from ${first} to ${next.size - 1} are not those of the signed head.`);
    await run.commit({ ...scan(run, first, raw), cursor: cursorAt(next, head), head });
    // The entries behind an incomplete download have no place yet.
    if (next.size < Math.min(head.size, first + DOWNLOAD_ENTRIES)) break;
  }
  return next.size;
};

/** Follows an RFC 6962 log. Every batch is verified by a proof that the signed head continues it. */
export const tailRfc6962: Follow = async (run) => {
  const { cursor, now } = run;
  const found = run.knownHead ?? (await fetchHead(run.client, run.log, run.key));
  const known = cursor?.head ?? null;
  const isOlder = isOlderHead(known, found, now());
  const head = isOlder && known !== null ? known : found;
  checkFinalHead(run, head);
  if (known !== null && known.size < head.size) await checkContinues(run, known, head);
  if (cursor === null || run.skipsBacklog === true) {
    const start = cursorAt(await frontierAt(run, head), head);
    await run.commit({ ...together([]), cursor: start, head });
    return endOf(run, head);
  }
  const size = await readOn(run, head, readFrontier(cursor));
  return size < head.size ? { kind: 'behind', entries: head.size - size } : endOf(run, head);
};
