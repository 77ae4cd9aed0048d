import type { CloudSlug } from '../clouds.ts';
import type { EngineAccess, InstanceKind } from '../engine-access.ts';
import type { SolutionSlug } from '../solutions.ts';
import type { TableContents } from './backup-contents.ts';
import type { CopyTerms } from './backup-hold.ts';

/** A new backup, and the key that encrypts it. */
export interface NewBackup {
  readonly access: EngineAccess;
  /** `CloudDriver.copyData` of the service, for engines that are not copied over their protocol. */
  readonly copyData: (terms: CopyTerms, signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Its name in the store. */
  readonly object: string;
  /** 32 random bytes, for this backup only. */
  readonly key: Uint8Array;
  /** Readable by everyone who can read the store. With the installation's secret, the key of the backup opens from it. */
  readonly header: BackupHeader;
}

/** The first line of every stored backup: enough to restore it when the database of the installation is lost. */
export interface BackupHeader {
  readonly backup: string;
  readonly service: string;
  readonly solution: SolutionSlug;
  /** Version of the engine that wrote the data. */
  readonly engine: string;
  readonly takenAt: string;
  /** The key of the backup, sealed by the installation. */
  readonly sealedKey: string;
}

export interface TakenBackup {
  /** As stored: compressed and encrypted. */
  readonly bytes: number;
  /** Counted before and after the copy; see `mergeContents`. */
  readonly contents: readonly TableContents[];
}

export interface StoredBackup {
  readonly object: string;
  /** Opens the key in the header. Throws for a header of another backup, and under another secret. */
  openKey(header: BackupHeader): Uint8Array;
  /** As long as it was when it was stored. */
  readonly bytes: number;
}

/** The archive of a backup whose every file had the size and the SHA-256 of its manifest. */
export interface VerifiedArchive {
  readonly files: number;
  /** Of the files, before compression. */
  readonly bytes: number;
}

/** Where the first data of an instance comes from, instead of a new engine. */
export interface DataOrigin {
  /** Version of the engine that wrote the data. */
  readonly engine: string;
  /** The kind of instance that it was taken from: a user who could do everything there may have left settings and roles in the data that still can. */
  readonly by: InstanceKind;
  /** The data directory as a tar archive. It ends without an error only if every file is as it was. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/**
 * Takes backups of engines into the store, and reads them back. Everything is encrypted before it leaves this process.
 * Rejects with `ProviderError`, whose code is one of `BackupFault` for a backup that can't be used.
 */
export interface ServiceBackups {
  /** Where backups go, for people. */
  readonly place: string;
  /** Null if this solution has backups, otherwise why not; a sentence. */
  reasonAgainst(solution: SolutionSlug, cloud: CloudSlug): string | null;
  /** The backup is in the store as a whole, or not at all. The same name again replaces it. */
  take(backup: NewBackup, signal: AbortSignal): Promise<TakenBackup>;
  /** Reads a backup to its end without storing anything of it. */
  verify(backup: StoredBackup, signal: AbortSignal): Promise<VerifiedArchive>;
  /** The data of a backup for a new instance. Nothing is read before it is opened. */
  originOf(backup: StoredBackup, written: Pick<DataOrigin, 'engine' | 'by'>): DataOrigin;
  /** Counts and hashes the rows of every table that the user can read. */
  readContents(access: EngineAccess, signal: AbortSignal): Promise<readonly TableContents[]>;
  /** The complete objects whose names begin with `prefix`. */
  list(prefix: string, signal: AbortSignal): Promise<readonly { readonly object: string; readonly bytes: number }[]>;
  /** Removing what is not there is not an error. */
  remove(object: string, signal: AbortSignal): Promise<void>;
}

/** Why a backup can't be used; the code of a `ProviderError`. */
export type BackupFault = 'missing' | 'truncated' | 'damaged' | 'wrong_key' | 'store_full' | 'store_away';
