import type { Inquirer } from './inquirer.ts';

/** CLIENT-HELLO of SSL 2 with its seven ciphers and a challenge of 16 bytes. */
const clientHello = Buffer.concat([
  Buffer.from('802e0100020015000000100100800200800300800400800500800600400700c0', 'hex'),
  Buffer.alloc(16, 0x5a),
]);

/** SERVER-HELLO: two bytes of length, message 4, session hit, certificate type, version 0.2. */
const HELLO_BYTES = 7;
const isServerHello = (bytes: Buffer): boolean => ((bytes[0] ?? 0) & 0x80) !== 0 && bytes[2] === 4 && bytes.readUInt16BE(5) === 2;

/** Returns whether the server speaks SSL 2, which no later ClientHello can show. */
export const speaksSsl2 = async (inquirer: Inquirer): Promise<boolean> => {
  const socket = await inquirer.connect();
  return new Promise((resolve) => {
    let held = Buffer.alloc(0);
    const finish = (answer: boolean): void => {
      clearTimeout(deadline);
      socket.destroy();
      resolve(answer);
    };
    const deadline = setTimeout(finish, Math.max(1, inquirer.patienceMs), false);
    socket.on('error', () => undefined);
    socket.once('close', () => finish(false));
    socket.on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk.subarray(0, HELLO_BYTES)]);
      if (held.length >= HELLO_BYTES) finish(isServerHello(held));
    });
    socket.write(clientHello);
  });
};
