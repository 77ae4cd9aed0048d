/** Hashes or entries in a full tile (C2SP static-ct-api). */
export const TILE_WIDTH = 256;

/** Returns the index in groups of three digits, all but the last with an x before them. */
const indexPath = (index: number): string => {
  let path = String(index % 1000).padStart(3, '0');
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    path = `x${String(rest % 1000).padStart(3, '0')}/${path}`;
  return path;
};

/** Returns the path of a tile below the monitoring prefix. `level` is a number, or the kind of entries. */
export const tilePath = (level: number | 'data' | 'names', index: number, width = TILE_WIDTH): string =>
  `tile/${level}/${indexPath(index)}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
