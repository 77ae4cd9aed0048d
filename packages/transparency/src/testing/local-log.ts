import type { LogKind, TransparencyLog } from '@notafter/domain';
import type { FaultyServer } from './faulty-server.ts';
import type { LogStore, Submission } from './log-entries.ts';

export interface LocalLog extends FaultyServer {
  /** As a log list describes it. */
  readonly log: TransparencyLog;
  readonly store: LogStore;
  append(...submissions: readonly Submission[]): void;
  /** Replaces an entry and signs the other tree, which contradicts all earlier heads from there on. */
  fork(index: number, submission: Submission): void;
  /** Forgets the last entries and signs the smaller tree. */
  shrink(size: number): void;
}

export interface LocalLogOptions {
  readonly now: () => Date;
  readonly mmdSeconds?: number;
}

export const localLog = (
  server: FaultyServer,
  store: LogStore,
  described: { readonly kind: LogKind; readonly submissionUrl: string; readonly mmdSeconds: number },
): LocalLog => ({
  ...server,
  store,
  log: {
    ...described,
    id: store.id.toString('base64'),
    description: 'Bulk 2026h2',
    operator: 'Bulk Logs',
    key: store.spki.toString('base64'),
    url: server.url,
    state: 'usable',
    interval: null,
    finalHead: null,
  },
  append: (...submissions) => {
    for (const submission of submissions) store.append(submission);
  },
  fork: (index, submission) => {
    const later = store.entries.slice(index + 1);
    store.truncate(index);
    store.append(submission);
    for (const entry of later) store.append(entry.submission);
  },
  shrink: (size) => store.truncate(size),
});
