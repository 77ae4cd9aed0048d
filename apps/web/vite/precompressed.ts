import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);
/** Below this the headers are most of an answer. */
const MIN_BYTES = 1000;

/**
 * Puts a .br and a .gz beside each script and style of the browser's build, as small as they get: what is built once need
 * not be compressed again, and worse, for each visitor.
 */
export const precompressed = (): Plugin => ({
  name: 'notafter:precompressed',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle).filter((file) => /\.(?:js|css|svg)$/.test(file));
    await Promise.all(
      files.map(async (file) => {
        const path = join(dir, file);
        const text = await readFile(path);
        if (text.length < MIN_BYTES) return;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        await Promise.all([
          asBrotli(text, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
          asGzip(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${path}.gz`, bytes)),
        ]);
      }),
    );
  },
});
