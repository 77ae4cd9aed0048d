import type { TreeHead } from '@notafter/domain';
import { invalid } from '../client/log-fault.ts';
import { rootOfSubtrees } from '../merkle/frontier.ts';
import { HASH_BYTES, subtreeRoot } from '../merkle/hashes.ts';
import { TILE_WIDTH } from './tile-path.ts';

/** Returns the tile's `width` hashes, as sent. */
export type ReadHashTile = (level: number, index: number, width: number) => Promise<Buffer>;

/** Enough for the levels above the entries that are read, with room for a long catch-up; each takes 8 KiB. */
const TILES_MAX = 64;

/** The tiles of a tree of `size` entries that are incomplete, from the highest level down. */
const rightEdge = (size: number): { readonly level: number; readonly index: number; readonly width: number }[] => {
  const edge = [];
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / TILE_WIDTH)) {
    const width = count % TILE_WIDTH;
    if (width > 0) edge.push({ level, index: Math.floor(count / TILE_WIDTH), width });
  }
  return edge.reverse();
};

/** Returns the roots of the complete subtrees over the first `width` hashes of a tile, largest first. */
const subtreesOf = (hashes: Buffer, width: number): Buffer[] => {
  const roots: Buffer[] = [];
  let first = 0;
  for (let count = TILE_WIDTH; count >= 1; count /= 2) {
    if (Math.floor(width / count) % 2 === 0) continue;
    roots.push(subtreeRoot(hashes, first, count));
    first += count;
  }
  return roots;
};

/**
 * The hash tiles of a static log below one signed head. Every hash it returns was verified up to the head's root: the tiles at
 * the right edge together, each other tile by the hash that the tile above has for it. Throws LogFault.
 */
export class HashTiles {
  readonly #head: TreeHead;
  readonly #read: ReadHashTile;
  readonly #edge = new Map<string, Buffer>();
  readonly #verified = new Map<string, Promise<Buffer>>();

  private constructor(head: TreeHead, read: ReadHashTile) {
    this.#head = head;
    this.#read = read;
  }

  /** Reads and verifies the right edge. */
  static async open(head: TreeHead, read: ReadHashTile): Promise<HashTiles> {
    const tiles = new HashTiles(head, read);
    const edge = await Promise.all(
      rightEdge(head.size).map(async (tile) => ({ ...tile, hashes: await tiles.#fetch(tile.level, tile.index, tile.width) })),
    );
    const root = rootOfSubtrees(edge.flatMap(({ hashes, width }) => subtreesOf(hashes, width)));
    if (root.toString('hex') !== head.root) throw invalid('The hash tiles do not match the root of the signed head.');
    for (const { level, index, hashes } of edge) tiles.#edge.set(`${level}/${index}`, hashes);
    return tiles;
  }

  /** Returns the verified hashes of a tile, fewer than 256 at the right edge. */
  hashes(level: number, index: number): Promise<Buffer> {
    const name = `${level}/${index}`;
    const edge = this.#edge.get(name);
    if (edge !== undefined) return Promise.resolve(edge);
    const known = this.#verified.get(name);
    if (known !== undefined) return known;
    if (this.#verified.size >= TILES_MAX)
      for (const oldest of [...this.#verified.keys()].slice(0, TILES_MAX / 2)) this.#verified.delete(oldest);
    const read = this.#readVerified(level, index);
    this.#verified.set(name, read);
    // A tile that could not be read is read again when it is asked for again.
    read.catch(() => this.#verified.delete(name));
    return read;
  }

  /** Returns the root of the first `size` entries; the head has at least as many. */
  async rootAt(size: number): Promise<Buffer> {
    const parts = await Promise.all(
      rightEdge(size).map(async ({ level, index, width }) => subtreesOf(await this.hashes(level, index), width)),
    );
    return rootOfSubtrees(parts.flat());
  }

  /** Returns the root of a full tile of entries. */
  async rootOfTile(index: number): Promise<Buffer> {
    const at = index % TILE_WIDTH;
    return (await this.hashes(1, Math.floor(index / TILE_WIDTH))).subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  }

  async #readVerified(level: number, index: number): Promise<Buffer> {
    if ((index + 1) * TILE_WIDTH ** (level + 1) > this.#head.size) throw new Error('The tile is not below the head.');
    const [hashes, above] = await Promise.all([
      this.#fetch(level, index, TILE_WIDTH),
      this.hashes(level + 1, Math.floor(index / TILE_WIDTH)),
    ]);
    const at = (index % TILE_WIDTH) * HASH_BYTES;
    if (!subtreeRoot(hashes, 0, TILE_WIDTH).equals(above.subarray(at, at + HASH_BYTES)))
      throw invalid(`Hash tile ${index} of level ${level} does not match the tile above it.`);
    return hashes;
  }

  async #fetch(level: number, index: number, width: number): Promise<Buffer> {
    const hashes = await this.#read(level, index, width);
    if (hashes.length !== width * HASH_BYTES) throw invalid(`Hash tile ${index} of level ${level} has ${hashes.length} bytes.`);
    return hashes;
  }
}
