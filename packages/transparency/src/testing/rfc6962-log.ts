import { type Answer, startFaultyServer } from './faulty-server.ts';
import { type LocalLog, type LocalLogOptions, localLog } from './local-log.ts';
import { LogStore, type Submission, sized } from './log-entries.ts';

export interface Rfc6962LocalLog extends LocalLog {
  /** The most entries that get-entries returns. */
  entriesMax: number;
}

const json = (value: object): Answer => ({ body: Buffer.from(JSON.stringify(value)) });
const base64 = (bytes: Buffer): string => bytes.toString('base64');

const extraDataOf = (store: LogStore, submission: Submission): Buffer => {
  const chain = sized(3, sized(3, store.issuer));
  return submission.kind === 'precertificate' ? Buffer.concat([sized(3, submission.of.precertificate), chain]) : chain;
};

const headOf = (store: LogStore): Answer => {
  const { size, signedAt } = store;
  const root = store.tree.root();
  return json({
    tree_size: size,
    timestamp: signedAt,
    sha256_root_hash: base64(root),
    tree_head_signature: base64(store.signHead(size, root, signedAt)),
  });
};

/** Starts an RFC 6962 log with a real tree, proofs and signed heads, on loopback. */
export const startRfc6962Log = async ({ now, mmdSeconds = 86_400 }: LocalLogOptions): Promise<Rfc6962LocalLog> => {
  const store = new LogStore({ hasIndex: false, now });
  const switches = { entriesMax: 1_000 };
  const indexes = new Map<string, number>();

  const entries = (start: number, end: number): Answer => {
    const last = Math.min(end, start + switches.entriesMax - 1, store.size - 1);
    const found = store.entries.slice(start, last + 1).map(({ submission, timestamped }) => ({
      leaf_input: base64(Buffer.concat([Buffer.alloc(2), timestamped])),
      extra_data: base64(extraDataOf(store, submission)),
    }));
    return found.length === 0 ? { body: Buffer.from('need tree size'), status: 400 } : json({ entries: found });
  };
  const indexOf = (leaf: string): number | undefined => {
    for (let index = indexes.size; index < store.size; index += 1) indexes.set(base64(store.tree.leaf(index)), index);
    return indexes.get(leaf);
  };
  const proof = (leaf: string, size: number): Answer => {
    const index = indexOf(leaf);
    if (index === undefined || index >= size) return { body: Buffer.from('not found'), status: 404 };
    return json({ leaf_index: index, audit_path: store.tree.path(index, size).map(base64) });
  };

  const server = await startFaultyServer((path) => {
    const { pathname, searchParams } = new URL(path, 'http://log.test');
    const number = (name: string): number => Number(searchParams.get(name));
    switch (pathname) {
      case '/ct/v1/get-sth':
        return headOf(store);
      case '/ct/v1/get-entries':
        return entries(number('start'), number('end'));
      case '/ct/v1/get-sth-consistency':
        return json({ consistency: store.tree.consistency(number('first'), number('second')).map(base64) });
      case '/ct/v1/get-proof-by-hash':
        return proof(searchParams.get('hash') ?? '', number('tree_size'));
      default:
        return null;
    }
  });
  return Object.assign(switches, localLog(server, store, { kind: 'rfc6962', submissionUrl: server.url, mmdSeconds }));
};
