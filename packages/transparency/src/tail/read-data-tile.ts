import type { SignedHead } from '@notafter/domain';
import type { LogClient } from '../client/log-client.ts';
import { invalid } from '../client/log-fault.ts';
import { endOfUnknown, findEntry, readDataTile } from '../entries/data-tile.ts';
import type { LogEntry } from '../entries/log-entry.ts';
import { HASH_BYTES, subtreeRoot } from '../merkle/hashes.ts';
import { HashTiles } from './hash-tiles.ts';
import { TILE_WIDTH, tilePath } from './tile-path.ts';

/** A data tile whose entries were verified. */
export interface VerifiedTile {
  readonly entries: readonly LogEntry[];
  readonly unknownTypes: ReadonlyMap<string, number>;
  /** Entries behind one of an unknown type and length that could not be found again. */
  readonly unread: number;
}

/** Reads a tile of hashes or entries. An incomplete one that is gone has become complete (C2SP static-ct-api). */
const readTile = async (
  client: LogClient,
  level: number | 'data' | 'names',
  index: number,
  width: number,
): Promise<{ readonly bytes: Buffer; readonly isFull: boolean }> => {
  if (width < TILE_WIDTH) {
    const partial = await client.find(tilePath(level, index, width));
    if (partial !== null) return { bytes: partial, isFull: false };
  }
  return { bytes: await client.get(tilePath(level, index)), isFull: true };
};

/** Opens the hash tiles below a head. Throws LogFault. */
export const openTiles = (client: LogClient, head: SignedHead): Promise<HashTiles> =>
  HashTiles.open(head, async (level, index, width) => {
    const { bytes, isFull } = await readTile(client, level, index, width);
    // A longer tile begins with the shorter one.
    return isFull ? bytes.subarray(0, bytes.length - (TILE_WIDTH - width) * HASH_BYTES) : bytes;
  });

const hashAt = (hashes: Buffer, at: number): Buffer => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);

/** Reads on behind entries of unknown types, with the verified hash of each entry. */
const readAround = (bytes: Buffer, first: number, hashes: Buffer, more: boolean): VerifiedTile => {
  const count = hashes.length / HASH_BYTES;
  const entries: LogEntry[] = [];
  const unknownTypes = new Map<string, number>();
  let at = 0;
  for (let next = 0; next < count; ) {
    const part = readDataTile(bytes, first + next, count - next, { at, more });
    const end = next + part.hashes.length / HASH_BYTES;
    if (!part.hashes.equals(hashes.subarray(next * HASH_BYTES, end * HASH_BYTES))) throw changed(first);
    entries.push(...part.entries);
    if (part.fault === null) break;
    const { unknownType, at: from } = part.fault;
    if (unknownType === null) throw changed(first);
    // Otherwise any entry could be hidden by changing its type.
    const unknownEnd = endOfUnknown(bytes, from, first + end, hashAt(hashes, end));
    if (unknownEnd === -1) throw changed(first);
    const type = `entry type ${unknownType}`;
    unknownTypes.set(type, (unknownTypes.get(type) ?? 0) + 1);
    next = end + 1;
    at = next < count ? findEntry(bytes, unknownEnd, first + next, hashAt(hashes, next)) : bytes.length;
    if (at === -1) return { entries, unknownTypes, unread: count - next };
  }
  return { entries, unknownTypes, unread: 0 };
};

const changed = (first: number): Error => invalid(`Data tile ${first / TILE_WIDTH} does not match the hash tiles.`);

/** Reads the first `width` entries of a data tile and verifies them up to the signed head. Throws LogFault. */
export const readVerifiedTile = async (client: LogClient, tiles: HashTiles, index: number, width: number): Promise<VerifiedTile> => {
  const { bytes, isFull } = await readTile(client, 'data', index, width);
  const first = index * TILE_WIDTH;
  const more = isFull && width < TILE_WIDTH;
  const { entries, hashes, fault } = readDataTile(bytes, first, width, { more });
  if (fault !== null && fault.unknownType === null) throw invalid(`Data tile ${index} is malformed at entry ${fault.index}.`);
  if (fault !== null) return readAround(bytes, first, (await tiles.hashes(0, index)).subarray(0, width * HASH_BYTES), more);
  const isVerified =
    width === TILE_WIDTH
      ? subtreeRoot(hashes, 0, width).equals(await tiles.rootOfTile(index))
      : hashes.equals((await tiles.hashes(0, index)).subarray(0, width * HASH_BYTES));
  if (!isVerified) throw changed(first);
  return { entries, unknownTypes: new Map(), unread: 0 };
};
