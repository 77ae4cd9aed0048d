import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HASH_BYTES } from '../merkle/hashes.ts';
import { MerkleTree } from '../testing/merkle-tree.ts';
import { HashTiles, type ReadHashTile } from './hash-tiles.ts';
import { TILE_WIDTH, tilePath } from './tile-path.ts';

/** The size of the example in C2SP static-ct-api. */
const SIZE = 70_000;
const tree = new MerkleTree();
for (let index = 0; index < SIZE; index += 1) tree.append(hash('sha256', String(index), 'buffer'));
const head = { size: SIZE, root: tree.root().toString('hex') };

const tileOf = (level: number, index: number, width: number): Buffer => {
  const span = TILE_WIDTH ** level;
  const start = index * TILE_WIDTH;
  return Buffer.concat(Array.from({ length: width }, (_, offset) => tree.range((start + offset) * span, (start + offset + 1) * span)));
};
const flipping =
  (level: number, index: number, at: number): ReadHashTile =>
  async (...place) => {
    const tile = tileOf(...place);
    if (place[0] === level && place[1] === index) tile[at] = (tile[at] ?? 0) ^ 1;
    return tile;
  };

it.each([
  [tilePath(0, 0), 'tile/0/000'],
  [tilePath(0, 273, 112), 'tile/0/273.p/112'],
  [tilePath('data', 1_234_067), 'tile/data/x001/x234/067'],
  [tilePath('names', 1_000, 3), 'tile/names/x001/000.p/3'],
])('%s is %s', (path, expected) => {
  expect(path).toBe(expected);
});

describe('hash tiles', () => {
  it('are read at the right edge only, until others are asked for', async () => {
    const asked: string[] = [];
    const tiles = await HashTiles.open(head, async (...place) => {
      asked.push(tilePath(...place));
      return tileOf(...place);
    });
    expect(asked.toSorted()).toEqual(['tile/0/273.p/112', 'tile/1/001.p/17', 'tile/2/000.p/1']);
    await Promise.all([tiles.hashes(0, 3), tiles.hashes(0, 3), tiles.rootOfTile(5), tiles.rootOfTile(260)]);
    expect(asked.slice(3).toSorted()).toEqual(['tile/0/003', 'tile/1/000']);
    expect(await tiles.rootOfTile(5)).toEqual(tree.range(5 * TILE_WIDTH, 6 * TILE_WIDTH));
    expect(await tiles.rootOfTile(260)).toEqual(tree.range(260 * TILE_WIDTH, 261 * TILE_WIDTH));
  });

  it.each([0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 69_888, 69_999, SIZE])('have the root of the first %i entries', async (size) => {
    const tiles = await HashTiles.open(head, async (...place) => tileOf(...place));
    expect(await tiles.rootAt(size)).toEqual(tree.root(size));
  });

  it.each([
    [0, 273],
    [1, 1],
    [2, 0],
  ])('are refused if the edge of level %i is another one', async (level, index) => {
    await expect(HashTiles.open(head, flipping(level, index, 5))).rejects.toMatchObject({ outcome: { kind: 'invalid' } });
  });

  it.each([
    [0, 3],
    [1, 0],
  ])('are refused if a complete tile of level %i does not match the one above', async (level, index) => {
    const tiles = await HashTiles.open(head, flipping(level, index, 100 * HASH_BYTES));
    await expect(tiles.hashes(0, 3)).rejects.toMatchObject({ outcome: { kind: 'invalid' } });
  });

  it('are asked for again after a failure', async () => {
    let isDown = true;
    const tiles = await HashTiles.open(head, async (...place) => {
      if (isDown && place[2] === TILE_WIDTH) throw new Error('down');
      return tileOf(...place);
    });
    await expect(tiles.hashes(1, 0)).rejects.toThrow('down');
    isDown = false;
    expect(await tiles.hashes(1, 0)).toEqual(tileOf(1, 0, TILE_WIDTH));
  });
});
