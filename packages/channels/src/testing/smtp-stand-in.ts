import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { type Behavior, takes } from './behaviors.ts';
import type { ReceivedLog } from './received-log.ts';

export interface SmtpStandInOptions {
  readonly decide: (channel: string) => Behavior;
  readonly log: ReceivedLog;
  readonly pieceMs: number;
  readonly port: number;
}

export interface SmtpStandIn {
  readonly port: number;
  close(): Promise<void>;
}

const replies: Partial<Record<Behavior, readonly [code: number, text: string]>> = {
  'rate-limited': [451, 'Try again later'],
  'rate-limited-until': [451, 'Try again later'],
  'server-error': [452, 'Insufficient system storage'],
  'unavailable-html': [421, 'Service not available, closing the channel'],
  gone: [550, 'Mailbox unavailable'],
  unauthorized: [550, 'Relaying denied'],
  forbidden: [554, 'Rejected by policy'],
  'not-found': [550, 'No such user here'],
  redirect: [551, 'User not local; please try <elsewhere@example.net>'],
  moved: [551, 'User not local; please try <elsewhere@example.net>'],
};

const readAll = async (stream: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** A real mail server on 127.0.0.1. Addresses that begin with `deferred` or `unknown` are deferred or refused separately. */
export const startSmtpStandIn = async ({ decide, log, pieceMs, port }: SmtpStandInOptions): Promise<SmtpStandIn> => {
  const sockets = new Map<number, Socket>();
  /** The behavior for the mail in progress, by session ID; chosen when the mail begins. */
  const plans = new Map<string, Behavior>();
  const note = (behavior: Behavior, taken: boolean, content: string | null, to: string): void => {
    const key = /^Message-ID:\s*<([^@>]*)/im.exec(content ?? '')?.[1] ?? null;
    log.add({ channel: 'email', behavior, taken, key, vendorKey: null, problems: [], path: to, body: content });
  };
  const socketOf = ({ remotePort }: SMTPServerSession): Socket | undefined => sockets.get(remotePort);
  const refusal = ([code, text]: readonly [number, string]): Error => Object.assign(new Error(text), { responseCode: code });

  const receive = async (
    stream: Readable,
    session: SMTPServerSession,
    done: (error?: Error | null, message?: string) => void,
  ): Promise<void> => {
    const behavior = plans.get(session.id) ?? 'ok';
    const to = session.envelope.rcptTo.map(({ address }) => address).join(',');
    const content = await readAll(stream);
    note(behavior, takes(behavior), content, to);
    const reply = replies[behavior];
    if (reply !== undefined) return done(refusal(reply));
    if (behavior === 'timeout') return;
    const socket = socketOf(session);
    if (behavior === 'reset-after-reading') {
      socket?.resetAndDestroy();
      return;
    }
    if (behavior === 'broken-body') {
      socket?.end('25');
      return;
    }
    // Not waiting for a state: being slow is this behavior.
    if (behavior === 'slow-body') await pause(pieceMs);
    done(null, 'OK: message queued');
  };

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onMailFrom: (_, session, done) => {
      const behavior = decide('email');
      plans.set(session.id, behavior);
      if (behavior !== 'reset-before-reading') return done();
      note(behavior, false, null, '');
      socketOf(session)?.resetAndDestroy();
    },
    onRcptTo: ({ address }, _, done) => {
      if (address.startsWith('deferred')) return done(refusal([450, 'Greylisted']));
      return address.startsWith('unknown') ? done(refusal([550, 'No such user here'])) : done();
    },
    onData: (stream, session, done) => {
      receive(stream, session, done).catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
    },
    onClose: (session) => {
      plans.delete(session.id);
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    sockets.set(remotePort, socket);
    socket.once('close', () => sockets.delete(remotePort));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => {
      for (const socket of sockets.values()) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
