import { createHash } from 'node:crypto';
import { ProviderError } from '@notafter/domain';
import { z } from 'zod';

/** As PostgreSQL names it, so that `pg_verifybackup` finds it in the archive. */
export const MANIFEST = 'backup_manifest';

const manifest = z.object({
  'PostgreSQL-Backup-Manifest-Version': z.int(),
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      /** In hex, of a name that is not UTF-8. */
      'Encoded-Path': z.string().optional(),
      Size: z.int(),
      'Checksum-Algorithm': z.literal('SHA256'),
      Checksum: z.string(),
    }),
  ),
});

export interface FileFacts {
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

const damaged = (message: string) => new ProviderError('invalid', message, { code: 'damaged' });

/** WAL is not in the manifest: the engine verifies each of its records. */
const isVerified = (path: string): boolean => path !== MANIFEST && !path.startsWith('pg_wal/');

/**
 * Compares the files of a base backup with its manifest, in both directions. Throws `damaged` with the first difference.
 * https://www.postgresql.org/docs/current/backup-manifest-format.html
 */
export const verifyManifest = (bytes: Buffer, files: ReadonlyMap<string, FileFacts>): void => {
  const end = bytes.lastIndexOf('"Manifest-Checksum"');
  const stated = /"Manifest-Checksum": "([0-9a-f]{64})"/.exec(bytes.toString('utf8', Math.max(0, end)))?.[1];
  if (end < 0 || stated !== createHash('sha256').update(bytes.subarray(0, end)).digest('hex')) {
    throw damaged('The manifest of the backup was changed.');
  }
  const parsed = manifest.safeParse(JSON.parse(bytes.toString()));
  if (!parsed.success) throw new ProviderError('invalid', 'The manifest of the backup has an unknown form.', { cause: parsed.error });
  const left = new Set([...files.keys()].filter(isVerified));
  for (const file of parsed.data.Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
    const found = files.get(path);
    if (found === undefined) throw damaged(`The backup has no file ${path}, which its manifest lists.`);
    if (found.size !== file.Size || found.sha256 !== file.Checksum) throw damaged(`The file ${path} of the backup was changed.`);
    left.delete(path);
  }
  const [extra] = left;
  if (extra !== undefined) throw damaged(`The backup has a file ${extra}, which its manifest does not list.`);
};
