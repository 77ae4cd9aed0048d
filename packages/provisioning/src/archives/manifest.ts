import { createHash } from 'node:crypto';
import { ProviderError } from '@notafter/domain';
import { z } from 'zod';

/** As PostgreSQL names it, so that `pg_verifybackup` finds it in the archive. */
export const MANIFEST = 'backup_manifest';
/** Of a hundred thousand files, 15 MB. */
export const MANIFEST_MAX_BYTES = 256 * 1024 * 1024;

const files = z.array(
  z.object({
    Path: z.string().optional(),
    /** In hex, of a name that is not UTF-8. */
    'Encoded-Path': z.string().optional(),
    Size: z.int(),
    'Checksum-Algorithm': z.literal('SHA256'),
    Checksum: z.string(),
  }),
);
/** PostgreSQL's, which does not list WAL: the engine verifies each of its records. Ours lists every file. */
const anyManifest = z.union([
  z.object({ 'PostgreSQL-Backup-Manifest-Version': z.int(), Files: files }),
  z.object({ 'Notafter-Backup-Manifest-Version': z.literal(1), Files: files }),
]);

export interface FileFacts {
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const damaged = (message: string) => new ProviderError('invalid', message, { code: 'damaged' });

/** A manifest of ours, in PostgreSQL's form: one line for each file, and the SHA-256 of all that comes before it as the last one. */
export const writeManifest = (found: ReadonlyMap<string, FileFacts>): Buffer => {
  const lines = [...found].map(([path, { size, sha256: Checksum }]) =>
    JSON.stringify({ Path: path, Size: size, 'Checksum-Algorithm': 'SHA256', Checksum }),
  );
  const head = Buffer.from(`{ "Notafter-Backup-Manifest-Version": 1,\n"Files": [\n${lines.join(',\n')}\n],\n`);
  const manifest = Buffer.concat([head, Buffer.from(`"Manifest-Checksum": "${sha256(head)}"}\n`)]);
  if (manifest.length <= MANIFEST_MAX_BYTES) return manifest;
  throw new ProviderError('invalid', 'The data of this service has too many files for a backup.');
};

/**
 * Compares the files of a backup with its manifest, in both directions. Throws `damaged` with the first difference.
 * https://www.postgresql.org/docs/current/backup-manifest-format.html
 */
export const verifyManifest = (bytes: Buffer, found: ReadonlyMap<string, FileFacts>): void => {
  const end = bytes.lastIndexOf('"Manifest-Checksum"');
  const stated = /"Manifest-Checksum": "([0-9a-f]{64})"/.exec(bytes.toString('utf8', Math.max(0, end)))?.[1];
  if (end < 0 || stated !== sha256(bytes.subarray(0, end))) throw damaged('The manifest of the backup was changed.');
  const parsed = anyManifest.safeParse(JSON.parse(bytes.toString()));
  if (!parsed.success) throw new ProviderError('invalid', 'The manifest of the backup has an unknown form.', { cause: parsed.error });
  const isOurs = 'Notafter-Backup-Manifest-Version' in parsed.data;
  const left = new Set([...found.keys()].filter((path) => path !== MANIFEST && (isOurs || !path.startsWith('pg_wal/'))));
  for (const file of parsed.data.Files) {
    const path = file.Path ?? Buffer.from(file['Encoded-Path'] ?? '', 'hex').toString();
    const facts = found.get(path);
    if (facts === undefined) throw damaged(`The backup has no file ${path}, which its manifest lists.`);
    if (facts.size !== file.Size || facts.sha256 !== file.Checksum) throw damaged(`The file ${path} of the backup was changed.`);
    left.delete(path);
  }
  const [extra] = left;
  if (extra !== undefined) throw damaged(`The backup has a file ${extra}, which its manifest does not list.`);
};
