import { createConnection } from 'node:net';

/** The smallest TLS 1.2 ClientHello that servers take for one: no server name, one cipher suite. */
const clientHello = Buffer.concat([
  Buffer.from('160301002f0100002b0303', 'hex'),
  Buffer.alloc(32, 0x5a),
  Buffer.from('000004c02fc02b0100', 'hex'),
]);

const signatures = [
  [/^HTTP\/|^<!doctype|^<html|^<\?xml/i, 'HTTP'],
  [/^SSH-/, 'SSH'],
  [/^220[ -].*(?:smtp|mail)/i, 'SMTP'],
  [/^220[ -]/, 'FTP or SMTP'],
  [/^\* OK/, 'IMAP'],
  [/^\+OK/, 'POP3'],
  [/^-ERR/, 'Redis'],
  [/^.{4}\n\d+\.\d+\.\d/s, 'MySQL'],
  [/^RFB \d/, 'VNC'],
] as const;

/** The protocol that the first bytes of an answer belong to, or null. */
export const protocolOf = (firstBytes: string): string | null => signatures.find(([pattern]) => pattern.test(firstBytes))?.[1] ?? null;

/**
 * Asks an address, already judged and found not to speak TLS, once more with plain bytes to learn what it speaks.
 * Null where it says nothing telling within `timeoutMs`.
 */
export const identifyAnswer = (address: string, port: number, timeoutMs: number): Promise<string | null> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: address, port });
    const finish = (answer: string | null): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(finish, timeoutMs, null);
    socket.once('connect', () => socket.write(clientHello));
    socket.once('data', (bytes) => finish(protocolOf(bytes.toString('latin1', 0, 256))));
    socket.once('error', () => finish(null));
    socket.once('close', () => finish(null));
  });
