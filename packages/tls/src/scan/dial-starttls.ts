import { askForTls } from '../probe/conversation.ts';
import type { StarttlsProtocol } from '../probe/starttls.ts';
import { createTimerWheel } from '../probe/timer-wheel.ts';
import type { Dial } from './inquirer.ts';

/** Dials and runs the plaintext dialogue, so that TLS can start at once. A server that refuses STARTTLS counts as one that hangs up. */
export const dialStarttls = (dial: Dial, starttls: StarttlsProtocol, host: string): Dial => {
  const wheel = createTimerWheel();
  return async (name, port, limits) => {
    const deadline = performance.now() + limits.totalTimeoutMs;
    const connection = await dial(name, port, limits);
    if ('problem' in connection) return connection;
    const { socket, address } = connection;
    socket.on('error', () => undefined);
    const handshakeTimeoutMs = Math.max(1, Math.round(deadline - performance.now()));
    const refusal = await askForTls(wheel, socket, { starttls, host, handshakeTimeoutMs });
    if (refusal === null) {
      // The dialogue leaves the socket paused, and the next reader expects a flowing stream.
      setImmediate(() => socket.resume());
      return connection;
    }
    socket.destroy();
    return { problem: { kind: 'reset', address } };
  };
};
