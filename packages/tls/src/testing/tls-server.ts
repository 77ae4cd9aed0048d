import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext, createServer, TLSSocket, type TlsOptions } from 'node:tls';
import { freePort } from '@notafter/net/testing';
import type { Issued } from './issue.ts';

export interface PlainTestServer {
  readonly port: number;
  /** Handshake errors as seen by the server. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface TestServer extends PlainTestServer {
  /** Staples this OCSP response from now on. */
  staple(response: Buffer): void;
}

const portOf = (bound: unknown): number =>
  typeof bound === 'object' && bound !== null && 'port' in bound && typeof bound.port === 'number' ? bound.port : 0;

/** A TLS server with one certificate and any of Node's options. */
export const startTlsServer = async (certificate: Issued, options: TlsOptions = {}, address = '127.0.0.1'): Promise<TestServer> => {
  const sockets = new Set<Socket>();
  const faults: string[] = [];
  const server = createServer({ cert: certificate.chainPem, key: certificate.key.privatePem, ...options });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket) => socket.on('error', (error) => faults.push(error.message)).resume());
  server.on('tlsClientError', (error) => faults.push(error.message));
  // A port of another address can be in use on 127.0.0.1, which the name resolves to as well and where nothing must answer.
  server.listen(address === '127.0.0.1' ? 0 : await freePort(), address);
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    faults,
    staple(response) {
      server.on('OCSPRequest', (_certificate: Buffer, _issuer: Buffer, callback: (error: Error | null, response: Buffer) => void) =>
        callback(null, response),
      );
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** The plaintext dialogue: each answer waits for the client to send this text; the first can be sent unprompted. */
export type Dialogue = readonly { readonly after: RegExp | string | null; readonly say: string | Buffer }[];

/** Returns where the awaited text ends in `heard`; -1 while it is missing. */
const endOf = (heard: string, awaited: RegExp | string): number => {
  const found = typeof awaited === 'string' ? { index: heard.indexOf(awaited), 0: awaited } : awaited.exec(heard);
  return found === null || found.index === -1 ? -1 : found.index + found[0].length;
};

/** A server that runs a plaintext dialogue and upgrades to TLS after its last answer. */
export const startStarttlsServer = async (certificate: Issued, dialogue: Dialogue): Promise<PlainTestServer> => {
  const sockets = new Set<Socket>();
  const faults: string[] = [];
  const secureContext = createSecureContext({ cert: certificate.chainPem, key: certificate.key.privatePem });
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    let at = 0;
    let heard = '';
    const listen = (bytes: Buffer): void => {
      heard += bytes.toString('latin1');
      goOn();
    };
    const goOn = (): void => {
      for (let step = dialogue[at]; step !== undefined; step = dialogue[at]) {
        const end = step.after === null ? 0 : endOf(heard, step.after);
        if (end === -1) return;
        heard = heard.slice(end);
        at += 1;
        socket.write(step.say);
      }
      socket.removeListener('data', listen).pause();
      // A ClientHello can follow at once.
      if (heard !== '') socket.unshift(Buffer.from(heard, 'latin1'));
      const secure = new TLSSocket(socket, { isServer: true, secureContext });
      secure.on('error', (error) => faults.push(error.message)).resume();
    };
    socket.on('data', listen);
    goOn();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server.address()),
    faults,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** This machine's `openssl s_server`, for configurations that Node's OpenSSL lacks. */
export const startOpensslServer = async (certificate: Issued, flags: readonly string[]): Promise<PlainTestServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-s-server-'));
  await writeFile(join(folder, 'leaf.pem'), certificate.pem);
  await writeFile(join(folder, 'chain.pem'), certificate.chainPem.slice(certificate.pem.length));
  await writeFile(join(folder, 'key.pem'), certificate.key.privatePem);
  const port = await freePort();
  const files = ['-cert', join(folder, 'leaf.pem'), '-cert_chain', join(folder, 'chain.pem'), '-key', join(folder, 'key.pem')];
  const child = spawn('openssl', ['s_server', '-accept', `127.0.0.1:${port}`, '-quiet', ...files, ...flags], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const faults: string[] = [];
  child.stderr.on('data', (text) => faults.push(String(text)));
  const ended = once(child, 'exit');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`openssl s_server did not start: ${faults.join('')}`);
    await wait(50);
  }
  return {
    port,
    faults,
    async close() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
