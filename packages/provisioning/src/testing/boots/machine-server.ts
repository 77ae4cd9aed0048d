import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { KeyAndCertificate } from '@notafter/domain';
import { z } from 'zod';
import { createCertificateIssuer } from '../../certificates/certificate-issuer.ts';

const HOUR_MS = 3_600_000;
const issuer = createCertificateIssuer();
const report = z.union([
  z.strictObject({ step: z.enum(['installed', 'volume', 'image', 'started']) }),
  z.strictObject({ step: z.literal('failed'), message: z.string().regex(/^[ -~]{1,200}$/) }),
]);

export interface MachineServer {
  readonly url: string;
  /** Those of the machine, in order: a step, or the reason of a failure. */
  readonly reports: readonly string[];
  /** The status of each answer to a certificate request. */
  readonly answers: readonly number[];
  /** From now on, calls have to come from there. */
  expectFrom(address: string): void;
  /** The machine was made again: the next key is good. */
  forgetKey(): void;
  close(): Promise<void>;
}

interface Wanted {
  /** Where machines reach it. */
  readonly address: string;
  readonly authority: KeyAndCertificate;
  readonly token: string;
  /** In the certificate, beside the machine's address. */
  readonly name: string;
}

const isSame = (a: string, b: string): boolean => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** The part of the server that a machine calls during its first boot (decision 053), for one machine. */
export const startMachineServer = async ({ address, authority, token, name }: Wanted): Promise<MachineServer> => {
  const reports: string[] = [];
  const answers: number[] = [];
  let machine: string | null = null;
  let known: string | null = null;

  const certify = async (asked: IncomingMessage, body: string): Promise<[number, string?]> => {
    if (machine === null) return [503];
    if (asked.socket.remoteAddress !== machine || asked.headers['notafter-machine'] !== token) return [403];
    const key = await issuer.readRequest(body);
    if (key === null) return [400];
    if (known !== null && known !== key) return [409];
    known = key;
    const validity = { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + HOUR_MS) };
    return [200, await issuer.issueFor(authority, { names: [name, machine], ...validity }, key)];
  };

  const note = (asked: IncomingMessage, body: string): number => {
    const expected = `sha256=${createHmac('sha256', token).update(body).digest('hex')}`;
    if (!isSame(String(asked.headers['notafter-signature']), expected)) return 403;
    const found = report.safeParse(JSON.parse(body));
    if (!found.success) return 400;
    reports.push(found.data.step === 'failed' ? found.data.message : found.data.step);
    return 204;
  };

  const server = createServer(async (asked, answer) => {
    const body = await text(asked);
    const call = `${asked.method} ${asked.url} ${asked.headers['content-type']}`;
    if (call === 'POST /v1/machines/it/progress application/json') answer.writeHead(note(asked, body)).end();
    else if (call === 'POST /v1/machines/it/certificate application/x-pem-file') {
      const [status, certificate] = await certify(asked, body);
      answers.push(status);
      answer.writeHead(status, status === 503 ? { 'retry-after': '10' } : {}).end(certificate);
    } else answer.writeHead(404).end();
  }).listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  return {
    ...{ url: `http://${address}:${port}/v1/machines/it`, reports, answers },
    expectFrom: (found) => {
      machine = found;
    },
    forgetKey: () => {
      known = null;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
