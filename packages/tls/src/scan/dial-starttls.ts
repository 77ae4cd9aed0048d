import { askForTls } from '../probe/conversation.ts';
import type { StarttlsProtocol } from '../probe/starttls.ts';
import { createTimerWheel } from '../probe/timer-wheel.ts';
import type { Dial } from './inquirer.ts';

/** Connections on which TLS may begin at once: what is said in the clear before is said. A server that does not change to TLS counts as one that hangs up. */
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
      // The dialogue leaves it paused, and the next one to listen expects an ordinary stream.
      setImmediate(() => socket.resume());
      return connection;
    }
    socket.destroy();
    return { problem: { kind: 'reset', address } };
  };
};
