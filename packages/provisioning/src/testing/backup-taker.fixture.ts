import { text } from 'node:stream/consumers';
import { type BackupHeader, type CopyTerms, type EngineAccess, ProviderError, type ServiceTag } from '@notafter/domain';
import { createFileStore } from '../backups/file-store.ts';
import type { BucketOptions } from '../backups/s3/s3-client.ts';
import { createS3Store } from '../backups/s3/s3-store.ts';
import { createServiceBackups } from '../backups/service-backups.ts';
import { createTestDriver, type DriverPlace } from './test-driver.ts';

export interface TakerInput {
  readonly place: DriverPlace;
  readonly tag: ServiceTag;
  readonly access: EngineAccess;
  /** A folder, or a bucket. */
  readonly target: string | BucketOptions;
  readonly object: string;
  readonly header: BackupHeader;
  /** In base64. */
  readonly key: string;
}

// A process that takes one backup, which a test kills or gives a full disk. Says when it begins, and how it ended.
const { target, key, place, tag, ...backup }: TakerInput = JSON.parse(await text(process.stdin));
const backups = createServiceBackups(
  typeof target === 'string' ? createFileStore({ directory: target, makes: false }) : createS3Store(target),
);
const driver = createTestDriver(place);
process.stdout.write('begins\n');
try {
  const copyData = (terms: CopyTerms, signal: AbortSignal) => driver.copyData(tag, terms, signal);
  await backups.take({ ...backup, copyData, key: Buffer.from(key, 'base64') }, new AbortController().signal);
  process.stdout.write('taken\n');
} catch (error) {
  process.stdout.write(`${error instanceof ProviderError ? error.code : String(error)}\n`);
}
