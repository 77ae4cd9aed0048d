import type { Credentials, DataOrigin, ServicePort, ServiceSize, SolutionSlug } from '@notafter/domain';
import type { ProcessHome } from './process-home.ts';
import type { Command } from './run-program.ts';
import type { ServiceFolder } from './service-folder.ts';

export interface ProcessContext {
  readonly home: ProcessHome;
  readonly folder: ServiceFolder;
  /** Where it listens. */
  readonly address: string;
  readonly ports: readonly ServicePort[];
  readonly size: ServiceSize;
  /** Addresses and CIDRs that clients may connect from; empty: any. Only of recipes that restrict them. */
  readonly allowlist: readonly string[];
  /** `ServiceRecord.programs` */
  readonly programs: string;
}

export interface FirstRun extends ProcessContext {
  /** An empty directory; the data is complete when `initialize` resolves. */
  readonly data: string;
  readonly credentials: Credentials;
  readonly signal: AbortSignal;
}

/** Programs that can run a solution here, or why there are none. */
export type FoundPrograms =
  | { readonly found: true; readonly version: string; readonly programs: string }
  | { readonly found: false; readonly reason: string };

/** How an engine runs as a process. */
export interface ProcessRecipe {
  readonly solution: SolutionSlug;
  /** With `version`, programs that can run data of that version of the engine. */
  find(home: ProcessHome, version?: string): Promise<FoundPrograms>;
  /** Makes the data with its first user. May run again from the beginning after a crash. */
  initialize(run: FirstRun): Promise<void>;
  /** Makes the data from a backup; as `initialize`. */
  readonly restore: (run: Omit<FirstRun, 'credentials'>, origin: DataOrigin) => Promise<void>;
  /** Prepares a start. One argument of the command contains the folder, by which the process is found again. */
  command(context: ProcessContext): Promise<Command>;
  /** Ends it after the requests under way. */
  readonly stopSignal: NodeJS.Signals;
  /** Makes the file of rules for clients, which `reloadSignal` makes the engine read. Absent: it can't restrict their addresses. */
  readonly rules?: {
    write(context: Pick<ProcessContext, 'folder' | 'address' | 'allowlist'>): Promise<string>;
    readonly reloadSignal: NodeJS.Signals;
  };
  /** Whether a new certificate needs a restart. */
  readonly isRestartedForCertificate: boolean;
  /** A line of its output that says why it ended. */
  readonly problemLine: RegExp;
}
