import { randomBytes } from 'node:crypto';
import { type EngineAccess, ProviderError } from '@notafter/domain';
import { MANIFEST } from '../../archives/manifest.ts';
import { tarEntry } from '../../archives/tar.ts';
import { portOf } from '../engine-client.ts';
import { PostgresWire } from './postgres-wire.ts';

/** An archive ends with two blocks of zeros. */
const END = Buffer.alloc(1024);
const MANIFEST_MODE = 0o600;

const openReplication = (access: EngineAccess, signal: AbortSignal): Promise<PostgresWire> =>
  PostgresWire.open({ ...access, port: portOf(access, 'native'), database: '', replicates: true }, signal);

/** `WAL` puts what was written meanwhile into the archive, so that it needs nothing else to start. */
const COMMAND = "BASE_BACKUP (LABEL 'notafter', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/**
 * A copy of a running server, as one tar archive with its manifest as the last file. Consistent and complete: every database,
 * every role. https://www.postgresql.org/docs/current/protocol-replication.html
 */
export async function* baseBackup(access: EngineAccess, signal: AbortSignal): AsyncGenerator<Buffer> {
  const keeper = await openReplication(access, signal);
  try {
    // The server removes WAL that it needs no longer. What is written while the copy runs must stay; the slot ends with us.
    await keeper.rows(`CREATE_REPLICATION_SLOT notafter_${randomBytes(8).toString('hex')} TEMPORARY PHYSICAL (RESERVE_WAL)`);
    const wire = await openReplication(access, signal);
    try {
      yield* archiveOf(wire);
    } finally {
      wire.close();
    }
  } finally {
    keeper.close();
  }
}

async function* archiveOf(wire: PostgresWire): AsyncGenerator<Buffer> {
  const manifest: Buffer[] = [];
  let target: 'archive' | 'manifest' | null = null;
  let held = Buffer.alloc(0);
  for await (const message of wire.copy(COMMAND)) {
    if ('row' in message) {
      // A row without a name is the data directory, any other a tablespace beside it. Positions of WAL have a slash.
      const [first] = message.row;
      if (first != null && !first.includes('/')) {
        throw new ProviderError('invalid', 'This service has tablespaces outside its data directory, which backups do not include.');
      }
      continue;
    }
    const kind = message.data.toString('latin1', 0, 1);
    const bytes = message.data.subarray(1);
    if (kind === 'n') target = 'archive';
    else if (kind === 'm') target = 'manifest';
    else if (kind === 'd' && target === 'manifest') manifest.push(bytes);
    else if (kind === 'd') {
      // The end of the archive is held back: the manifest goes before it.
      const all = Buffer.concat([held, bytes]);
      const length = Math.max(0, all.length - END.length);
      held = all.subarray(length);
      if (length > 0) yield all.subarray(0, length);
    }
  }
  if (manifest.length === 0 || !held.equals(END)) throw new ProviderError('transient', 'PostgreSQL ended its backup early.');
  yield tarEntry(MANIFEST, '0', MANIFEST_MODE, 0, Buffer.concat(manifest));
  yield END;
}
