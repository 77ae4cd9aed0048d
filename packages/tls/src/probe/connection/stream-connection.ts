import { createConnection, type Socket } from 'node:net';
import type { ConnectionOutcome } from '@notafter/net';
import { deliverArrivals, gatherArrival, type Receiver, readBuffer } from './arrivals.ts';
import type { Connect, Connection, ConnectionListener } from './connection.ts';

class StreamConnection implements Connection, Receiver {
  listener: ConnectionListener | null = null;
  readonly #socket: Socket;

  constructor(host: string, port: number, { onConnect, onError }: ConnectionOutcome) {
    const buffer = readBuffer();
    const callback = (length: number): boolean => {
      if (!this.#socket.writableEnded) gatherArrival(this, buffer, length);
      return true;
    };
    this.#socket = createConnection({ host, port, allowHalfOpen: true, onread: { buffer, callback } });
    let isConnected = false;
    this.#socket
      .once('connect', () => {
        isConnected = true;
        onConnect();
      })
      .on('error', (error) => {
        if (!isConnected) onError(error);
      })
      .once('end', () => {
        this.#hearLastWords();
        if (!this.#socket.writableEnded) this.#socket.destroy();
      })
      .once('close', () => {
        this.#hearLastWords();
        this.listener?.onClose();
      });
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }
  receive(chunk: Buffer, length: number, at: number): void {
    this.listener?.onBytes(chunk, length, at);
  }
  write(bytes: Buffer): void {
    if (!this.isClosed) this.#socket.write(bytes);
  }
  end(bytes: Buffer | null): void {
    if (bytes !== null) this.write(bytes);
    this.#socket.end();
  }
  destroy(): void {
    this.#socket.destroy();
  }

  /** Ignored after this side's FIN. */
  #hearLastWords(): void {
    if (!this.#socket.writableEnded) deliverArrivals();
  }
}

/** Connections through `node:net`, for a version of Node without the libuv binding. */
export const connectStream: Connect = (address, port, outcome) => new StreamConnection(address, port, outcome);
