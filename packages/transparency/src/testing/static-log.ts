import { hash } from 'node:crypto';
import { originOf } from '../heads/checkpoint.ts';
import { TILE_WIDTH } from '../tail/tile-path.ts';
import { type Answer, startFaultyServer } from './faulty-server.ts';
import { type LocalLog, type LocalLogOptions, localLog } from './local-log.ts';
import { LogStore } from './log-entries.ts';

export interface StaticLocalLog extends LocalLog {
  /** Names tiles do not have these names. */
  readonly omitted: Set<string>;
  hasNamesTiles: boolean;
  /** Incomplete tiles disappear once the complete one exists. */
  hasPartialTiles: boolean;
}

const SUBMISSION_URL = 'https://bulk.log.test/2026h2';
const tilePattern = /^tile\/([0-5]|data|names)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/;

const checkpointOf = (store: LogStore): Buffer => {
  const root = store.tree.root();
  const origin = originOf(SUBMISSION_URL);
  const time = Buffer.alloc(8);
  const { signedAt, size } = store;
  time.writeBigUInt64BE(BigInt(signedAt));
  const keyId = hash('sha256', Buffer.concat([Buffer.from(`${origin}\n`), Buffer.from([5]), store.id]), 'buffer').subarray(0, 4);
  const signature = Buffer.concat([keyId, time, store.signHead(size, root, signedAt)]).toString('base64');
  const witness = Buffer.concat([Buffer.from('01020304', 'hex'), Buffer.alloc(72)]).toString('base64');
  return Buffer.from(`${origin}\n${size}\n${root.toString('base64')}\n\n\u2014 witness.test ${witness}\n\u2014 ${origin} ${signature}\n`);
};

const namesLine = ({ submission }: LogStore['entries'][number], signedAt: number, omitted: ReadonlySet<string>): string => {
  if (submission.kind === 'raw') return '';
  const names = submission.of.names.filter((name) => !omitted.has(name));
  const [commonName] = names;
  return `${JSON.stringify({ Timestamp: signedAt, Subject: { CommonName: commonName }, DNS: names })}\n`;
};

/** Starts a static log (C2SP static-ct-api) with real tiles, signed checkpoints and Sunlight's names tiles, on loopback. */
export const startStaticLog = async ({ now, mmdSeconds = 60 }: LocalLogOptions): Promise<StaticLocalLog> => {
  const store = new LogStore({ hasIndex: true, now });
  const omitted = new Set<string>();
  const switches = { hasNamesTiles: true, hasPartialTiles: true };

  const tileOf = (level: string, index: number, width: number): Answer => {
    const start = index * TILE_WIDTH;
    const end = start + width;
    const { tree } = store;
    if (level === 'data' || level === 'names') {
      if (end > store.size) return null;
      const indexes = Array.from({ length: width }, (_, offset) => start + offset);
      if (level === 'data') return { body: Buffer.concat(indexes.map((each) => store.tileLeaf(each))), isGzip: true };
      if (!switches.hasNamesTiles) return null;
      const lines = store.entries.slice(start, end).map((entry) => namesLine(entry, now().getTime(), omitted));
      return { body: Buffer.from(lines.join('')), isGzip: true };
    }
    const span = TILE_WIDTH ** Number(level);
    if (end * span > store.size) return null;
    const hashes = Array.from({ length: width }, (_, offset) => tree.range((start + offset) * span, (start + offset + 1) * span));
    return { body: Buffer.concat(hashes) };
  };

  const server = await startFaultyServer((path) => {
    if (path === 'checkpoint') return { body: checkpointOf(store) };
    if (path === `issuer/${hash('sha256', store.issuer, 'hex')}`) return { body: store.issuer };
    const [, level, place = '', partial] = tilePattern.exec(path) ?? [];
    if (level === undefined) return null;
    const index = Number(place.replace(/[x/]/g, ''));
    if (partial === undefined) return tileOf(level, index, TILE_WIDTH);
    const full = tileOf(level, index, TILE_WIDTH);
    return !switches.hasPartialTiles && full !== null ? null : tileOf(level, index, Number(partial));
  });

  const described = { kind: 'static' as const, submissionUrl: SUBMISSION_URL, mmdSeconds };
  return Object.assign(switches, { omitted }, localLog(server, store, described));
};
