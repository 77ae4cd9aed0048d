import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import {
  createReceipt,
  openBundle,
  readBundle,
  type SealedBundle,
  sealingPairFrom,
  signingPairFrom,
  verifyBundle,
  verifyRequest,
  writeEnrollmentToken,
} from '@notafter/bundles';
import { type BundleContent, BundleFault, brandId, isHandshake, type SeenAddress } from '@notafter/domain';
import { bundleContentInput } from '@notafter/domain/inputs';

/** The next answers: an HTTP status instead of any work, a connection that ends before or after the bundle was stored. */
export type Fault = { readonly status: number; readonly retryAfter?: string; readonly code?: string } | 'drop_before' | 'drop_after';

export interface StandInServer {
  readonly url: string;
  readonly collectorId: string;
  readonly token: string;
  /** Contents by number, in the order they were stored. */
  readonly stored: ReadonlyMap<number, BundleContent>;
  /** The sum of all bundles. */
  readonly endpoints: ReadonlyMap<string, readonly SeenAddress[]>;
  readonly certificates: ReadonlyMap<string, Buffer>;
  /** Everything that a correct collector never does. */
  readonly violations: readonly string[];
  readonly counts: { bundles: number; replays: number; polls: number };
  readonly faults: Fault[];
  targets: readonly string[];
  clockOffsetMs: number;
  isRevoked: boolean;
  wantsComplete: boolean;
  /** Forgets the bundles after a number, as a backup that is restored does. */
  rollBack(through: number): void;
  /** Takes a bundle as a file; returns the receipt. Rejects with the code. */
  importFile(bytes: Buffer): Promise<string>;
  receipt(): Promise<string>;
  close(): Promise<void>;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** A small server that holds a collector to the protocol, with the codes and the order of rules of the real one. */
export const startStandInServer = async (secure?: ServerOptions): Promise<StandInServer> => {
  const collectorId = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const sealing = sealingPairFrom(randomBytes(32));
  const signing = signingPairFrom(randomBytes(32));
  const hashes = new Map<number, string>();
  const stored = new Map<number, BundleContent>();
  const endpoints = new Map<string, readonly SeenAddress[]>();
  const filed = new Set<string>();
  const certificates = new Map<string, Buffer>();
  const violations: string[] = [];
  const counts = { bundles: 0, replays: 0, polls: 0 };
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let publicKey: string | null = null;
  let isForked = false;
  const state: Pick<StandInServer, 'targets' | 'clockOffsetMs' | 'isRevoked' | 'wantsComplete'> = {
    targets: [],
    clockOffsetMs: 0,
    isRevoked: false,
    wantsComplete: false,
  };

  const through = (): number => Math.max(0, ...hashes.keys());
  const receipt = (): Promise<string> => {
    const last = through();
    const issuedAt = new Date(Date.now() + state.clockOffsetMs);
    const hash = hashes.get(last) ?? null;
    return createReceipt(
      {
        collectorId,
        through: last,
        hash,
        issuedAt,
        targets: state.targets,
        isRevoked: state.isRevoked,
        isForked,
        wantsComplete: state.wantsComplete,
      },
      signing.privateKey,
    );
  };

  const takeOver = (sequence: number, { certificates: sent, isComplete, endpoints: found, files }: BundleContent): void => {
    for (const [sha256, der] of Object.entries(sent)) {
      if (certificates.has(sha256) && !isComplete) violations.push(`${sequence}: certificate ${sha256} twice`);
      certificates.set(sha256, Buffer.from(der, 'base64'));
    }
    const wants = (sha256: string): void => {
      if (!certificates.has(sha256)) violations.push(`${sequence}: certificate ${sha256} is missing`);
    };
    for (const { target, seen } of found) {
      if (seen !== 'unchanged') {
        endpoints.set(target, seen);
        for (const each of seen) if (isHandshake(each)) each.chain.forEach(wants);
      } else if (isComplete || !endpoints.has(target)) violations.push(`${sequence}: ${target} is unchanged from nothing`);
    }
    for (const { path, certificates: entries } of files) {
      if (entries !== 'unchanged') for (const { chain } of entries) chain.forEach(wants);
      else if (isComplete || !filed.has(path)) violations.push(`${sequence}: ${path} is unchanged from nothing`);
      filed.add(path);
    }
  };

  /** From the first fork on, nothing is taken. */
  const fork = (): Refused => {
    isForked = true;
    return new Refused(409, 'bundle_fork');
  };

  const store = async (bundle: SealedBundle): Promise<void> => {
    const { head, hash } = bundle;
    if (head.collectorId !== collectorId) throw new Refused(404, 'collector_not_found');
    if (state.isRevoked) throw new Refused(403, 'collector_revoked');
    if (isForked) throw fork();
    const content = bundleContentInput.parse(await openBundle(bundle, sealing.privateKey));
    if (publicKey === null) {
      if (content.enrollment?.secret !== secret) throw new Refused(403, 'enrollment_refused');
      ({ publicKey } = content.enrollment);
    }
    await verifyBundle(bundle, publicKey);
    const known = hashes.get(head.sequence);
    if (known !== undefined) {
      if (known !== hash) throw fork();
      counts.replays += 1;
      return;
    }
    const last = through();
    if (head.sequence <= last) throw fork();
    if (head.sequence > last + 1 && !content.isComplete) throw new Refused(409, 'bundle_gap');
    if (head.sequence === last + 1 && head.previous !== (hashes.get(last) ?? null)) throw fork();
    hashes.set(head.sequence, hash);
    stored.set(head.sequence, content);
    takeOver(head.sequence, content);
  };

  const isSigned = ({ headers, method = '', url = '' }: IncomingMessage, body: Buffer): boolean => {
    const signature = headers['notafter-signature'];
    const at = new Date(String(headers['notafter-time']));
    const request = { collectorId: String(headers['notafter-collector']), method, path: url, at, body };
    return publicKey !== null && typeof signature === 'string' && verifyRequest(request, signature, publicKey);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault === 'drop_before') {
      response.destroy();
      return;
    }
    if (typeof fault === 'object') {
      response
        .writeHead(fault.status, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter })
        .end(JSON.stringify({ code: fault.code }));
      return;
    }
    try {
      if (request.url === '/v1/collector/bundles') {
        counts.bundles += 1;
        if (request.headers['content-type'] !== 'application/octet-stream') violations.push('content-type');
        await store(readBundle(body));
      } else if (request.url === '/v1/collector/poll' && isSigned(request, body)) {
        counts.polls += 1;
      } else throw new Refused(401, 'unauthenticated');
      if (fault === 'drop_after') response.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ receipt: await receipt() }));
    } catch (error) {
      const isSignature = error instanceof BundleFault && error.code === 'bad_signature';
      const { status, code } = error instanceof Refused ? error : { status: 400, code: isSignature ? 'bundle_signature' : String(error) };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message: code }));
    }
  };

  const server: Server = secure === undefined ? createServer() : createSecureServer(secure);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => void answer(request, response));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const url = secure === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
  const token = writeEnrollmentToken({
    collectorId: brandId(collectorId),
    secret,
    sealingKey: sealing.publicKey,
    receiptKey: signing.publicKey,
    serverUrl: url,
  });
  return Object.assign(state, {
    url,
    collectorId,
    token,
    stored,
    endpoints,
    certificates,
    violations,
    counts,
    faults,
    rollBack(last: number) {
      for (const sequence of [...hashes.keys()].filter((each) => each > last)) {
        hashes.delete(sequence);
        stored.delete(sequence);
      }
    },
    async importFile(bytes: Buffer) {
      await store(readBundle(bytes));
      return receipt();
    },
    receipt,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
};
