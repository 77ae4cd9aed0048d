import type { BrokenPromise, LogCursor, SignedHead, TailOutcome } from '@notafter/domain';
import { inOrder } from '../client/in-order.ts';
import { LogFault } from '../client/log-fault.ts';
import { concernsWatched, type NamesTile, omittedNames, readNamesTile } from '../entries/names-tile.ts';
import { fetchHead } from '../heads/fetch-head.ts';
import { checkFinalHead, endOf, type Follow, isOlderHead, type Run, type ScannedEntries } from './follower.ts';
import type { HashTiles } from './hash-tiles.ts';
import { openTiles, readVerifiedTile } from './read-data-tile.ts';
import { scanEntries, together } from './scan-entries.ts';
import { TILE_WIDTH, tilePath } from './tile-path.ts';

/** Tiles that are committed together. */
const BATCH_TILES = 8;

const checkContinues = async (tiles: HashTiles, known: SignedHead, found: SignedHead): Promise<void> => {
  if ((await tiles.rootAt(known.size)).toString('hex') === known.root) return;
  throw new LogFault({ kind: 'forked', reason: 'The head does not contain the entries of an earlier signed head.', known, found });
};

/** Entries of one tile from the cursor on. */
interface TileRead {
  readonly scanned: ScannedEntries;
  readonly end: number;
  /** The outcome for a names tile that lacks names of its data tile. */
  readonly omitted: TailOutcome | null;
}

const nothing = { entries: [], malformed: 0, unknownTypes: new Map<string, number>(), unread: 0, auditedTiles: 0 };

/** For a names tile that lacks names of its data tile. */
export const omittedOutcome = (tile: number, names: readonly string[]): BrokenPromise => ({
  kind: 'omitted',
  reason: `Names tile ${tile} lacks names of its data tile: ${names.join(', ')}.`,
  tile,
  names,
});

/** Runs over the tiles from the cursor to the head. */
class StaticRun {
  readonly #run: Run;
  readonly #tiles: HashTiles;
  readonly #head: SignedHead;
  #cursor: LogCursor;
  #pending: TileRead[] = [];

  constructor(run: Run, tiles: HashTiles, head: SignedHead, cursor: LogCursor) {
    this.#run = run;
    this.#tiles = tiles;
    this.#head = head;
    this.#cursor = cursor;
  }

  /** Returns the number of entries left unread because of the budget. */
  async read(): Promise<number> {
    const { now, partialAfterMs, downloadsAtOnce } = this.#run;
    const { size } = this.#head;
    const lastTile = Math.floor(size / TILE_WIDTH);
    const lastStart = lastTile * TILE_WIDTH;
    const hasPartial = size > Math.max(lastStart, this.#cursor.size);
    const isSameTile = this.#cursor.size >= lastStart;
    const since = hasPartial ? ((isSameTile ? this.#cursor.partialSince : null) ?? this.#head.signedAt) : null;
    const readsPartial = since !== null && now().getTime() - since >= partialAfterMs;
    const end = readsPartial ? size : Math.max(lastStart, this.#cursor.size);
    try {
      for await (const tile of inOrder(this.#jobs(end), downloadsAtOnce)) {
        this.#pending.push(tile);
        if (tile.omitted !== null) throw new LogFault(tile.omitted);
        if (this.#pending.length >= BATCH_TILES) await this.#commit(null);
      }
    } catch (error) {
      // Tiles that were verified before the fault are stored.
      if (error instanceof LogFault) await this.#flush();
      throw error;
    }
    await this.#flush();
    const isRead = this.#cursor.size === end;
    const waits = isRead && !readsPartial ? since : null;
    if (this.#cursor.head?.size !== size || this.#cursor.partialSince !== waits) await this.#commit(waits);
    return isRead ? 0 : size - this.#cursor.size;
  }

  *#jobs(end: number): Generator<() => Promise<TileRead>> {
    const { client, budgetBytes } = this.#run;
    if (this.#cursor.size >= end) return;
    for (let index = Math.floor(this.#cursor.size / TILE_WIDTH), isFirst = true; index * TILE_WIDTH < end; index += 1, isFirst = false) {
      // A budget that is too small for the head must not stop the log for good.
      if (!isFirst && client.bytes >= budgetBytes) return;
      const width = Math.min(TILE_WIDTH, end - index * TILE_WIDTH);
      yield () => this.#readTile(index, width);
    }
  }

  async #readTile(index: number, width: number): Promise<TileRead> {
    const { client, matcher, mode, isAudited } = this.#run;
    const end = index * TILE_WIDTH + width;
    // Only the first tile may have been read in part before, and tiles are committed in order.
    const start = Math.max(this.#cursor.size, index * TILE_WIDTH);
    const names = mode === 'names' ? await this.#readNames(index, width) : null;
    const matches = names !== null && concernsWatched(names, matcher);
    if (names !== null && !matches && !isAudited(index)) return { scanned: { ...nothing, scanned: end - start }, end, omitted: null };
    const { entries, unknownTypes, unread } = await readVerifiedTile(client, this.#tiles, index, width);
    const omitted = names === null ? [] : omittedNames(names, entries);
    const fresh = start === index * TILE_WIDTH ? entries : entries.filter((entry) => entry.index >= start);
    const { found, malformed } = scanEntries(fresh, matcher);
    return {
      scanned: { entries: found, scanned: end - start, malformed, unknownTypes, unread, auditedTiles: names !== null && !matches ? 1 : 0 },
      end,
      omitted: omitted.length === 0 ? null : omittedOutcome(index, omitted),
    };
  }

  /** Returns null if the log has no complete names tile: the data tile is read then. */
  async #readNames(index: number, width: number): Promise<NamesTile | null> {
    const { client } = this.#run;
    const partial = width < TILE_WIDTH ? await client.find(tilePath('names', index, width)) : null;
    const bytes = partial ?? (await client.find(tilePath('names', index)));
    return bytes === null ? null : readNamesTile(bytes, width);
  }

  async #flush(): Promise<void> {
    if (this.#pending.length > 0) await this.#commit(null);
  }

  async #commit(partialSince: number | null): Promise<void> {
    const size = this.#pending.at(-1)?.end ?? this.#cursor.size;
    const cursor: LogCursor = { size, frontier: [], head: this.#head, partialSince };
    const batch = together(this.#pending.map(({ scanned }) => scanned));
    this.#pending = [];
    await this.#run.commit({ ...batch, cursor, head: this.#head });
    this.#cursor = cursor;
  }
}

/** Follows a static log (C2SP static-ct-api). Every tile is verified up to the signed checkpoint before it is scanned. */
export const tailStatic: Follow = async (run) => {
  const { cursor, now } = run;
  const found = run.knownHead ?? (await fetchHead(run.client, run.log, run.key));
  const known = cursor?.head ?? null;
  const isOlder = isOlderHead(known, found, now());
  const head = isOlder && known !== null ? known : found;
  checkFinalHead(run, head);
  const tiles = await openTiles(run.client, head);
  if (known !== null && known.size < head.size) await checkContinues(tiles, known, head);
  if (cursor === null || run.skipsBacklog === true) {
    const start: LogCursor = { size: head.size, frontier: [], head, partialSince: null };
    await run.commit({ ...together([]), cursor: start, head });
    return endOf(run, head);
  }
  const left = await new StaticRun(run, tiles, head, cursor).read();
  return left > 0 ? { kind: 'behind', entries: left } : endOf(run, head);
};
