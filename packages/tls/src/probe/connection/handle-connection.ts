import { getSystemErrorName } from 'node:util';
import type { ConnectionOutcome } from '@notafter/net';
import { afterArrivals, deliverArrivals, gatherArrival, type Receiver, readBuffer } from './arrivals.ts';
import type { Connect, Connection, ConnectionListener } from './connection.ts';
import type { TcpBinding, TcpHandle, TcpRequest } from './tcp-binding.ts';

/** `shutdown` is complete when it returns. */
const DONE_AT_ONCE = 1;

const connectError = (status: number): NodeJS.ErrnoException => {
  const code = getSystemErrorName(status);
  return Object.assign(new Error(code), { code });
};

class HandleConnection implements Connection, Receiver {
  listener: ConnectionListener | null = null;
  isClosed = false;
  readonly #binding: TcpBinding;
  readonly #handle: TcpHandle;
  readonly #buffer = readBuffer();
  #outcome: ConnectionOutcome | null;
  /** This side requested FIN; FIN is sent; the other side sent FIN. */
  #isEnded = false;
  #isShut = false;
  #isOver = false;

  constructor(binding: TcpBinding, address: string, port: number, outcome: ConnectionOutcome) {
    this.#binding = binding;
    this.#outcome = outcome;
    const handle = new binding.TCP(binding.constants.SOCKET);
    this.#handle = handle;
    handle.owner = this;
    handle.onread = onRead;
    handle.useUserBuffer(this.#buffer);
    const request = this.#own(new binding.TCPConnectWrap(), onConnected);
    const status = address.includes(':') ? handle.connect6(request, address, port) : handle.connect(request, address, port);
    if (status !== 0) process.nextTick(() => this.connected(status));
  }

  receive(chunk: Buffer, length: number, at: number): void {
    this.listener?.onBytes(chunk, length, at);
  }

  write(bytes: Buffer): void {
    afterArrivals(() => this.#write(bytes));
  }

  end(bytes: Buffer | null): void {
    if (this.isClosed || this.#isEnded) return;
    this.#isEnded = true;
    afterArrivals(() => {
      if (bytes !== null) this.#write(bytes);
      this.#shutDown();
    });
  }

  destroy(): void {
    if (this.isClosed) return;
    this.#close();
    process.nextTick(() => this.listener?.onClose());
  }

  connected(status: number): void {
    const outcome = this.#outcome;
    this.#outcome = null;
    if (this.isClosed || outcome === null) return;
    if (status !== 0) {
      this.destroy();
      outcome.onError(connectError(status));
      return;
    }
    outcome.onConnect();
    if (!this.isClosed) this.written(this.#handle.readStart());
  }

  read(): void {
    const { streamBaseState, kReadBytesOrError } = this.#binding;
    const size = streamBaseState[kReadBytesOrError] ?? 0;
    // After this side's FIN only tickets and the other side's close_notify arrive.
    if (size > 0 && !this.#isEnded) gatherArrival(this, this.#buffer, size);
    else if (size < 0) this.#over(getSystemErrorName(size) === 'EOF');
  }

  /** A failed write ends the connection, but not within the call that writes. */
  written(status: number): void {
    if (status !== 0) setImmediate(() => this.#over(false));
  }

  shut(status: number): void {
    this.#isShut = true;
    if (this.#isOver || status !== 0) this.destroy();
  }

  /** End of data: the other side sent FIN, or the connection broke. */
  #over(isFin: boolean): void {
    if (!this.#isEnded) deliverArrivals();
    this.#isOver = true;
    // If the other side sends FIN first, it has left; otherwise this side's FIN is still to be sent.
    const isAwaited = isFin && this.#isEnded && !this.#isShut;
    if (this.isClosed || isAwaited) return;
    this.#close();
    this.listener?.onClose();
  }

  #close(): void {
    this.isClosed = true;
    this.#handle.close();
  }

  #write(bytes: Buffer): void {
    if (this.isClosed) return;
    const request = this.#own(new this.#binding.WriteWrap(), onWritten);
    request.bytes = bytes;
    this.written(this.#handle.writeBuffer(request, bytes));
  }

  #shutDown(): void {
    if (this.isClosed) return;
    const status = this.#handle.shutdown(this.#own(new this.#binding.ShutdownWrap(), onShut));
    if (status === DONE_AT_ONCE) this.shut(0);
    else if (status !== 0) this.written(status);
  }

  #own<Request extends TcpRequest>(request: Request, oncomplete: TcpRequest['oncomplete']): Request {
    request.owner = this;
    request.oncomplete = oncomplete;
    return request;
  }
}

function onRead(this: TcpHandle): void {
  if (this.owner instanceof HandleConnection) this.owner.read();
}
function onConnected(this: TcpRequest, status: number): void {
  if (this.owner instanceof HandleConnection) this.owner.connected(status);
}
function onWritten(this: TcpRequest, status: number): void {
  if (this.owner instanceof HandleConnection) this.owner.written(status);
}
function onShut(this: TcpRequest, status: number): void {
  if (this.owner instanceof HandleConnection) this.owner.shut(status);
}

/**
 * Connections directly on libuv: without the streams, events and queues that `node:net` creates per socket, a check costs a
 * tenth less CPU.
 */
export const createHandleConnect =
  (binding: TcpBinding): Connect =>
  (address, port, outcome) =>
    new HandleConnection(binding, address, port, outcome);
