/** A request that libuv completes later, with zero or an error. */
interface TcpRequest {
  owner: unknown;
  oncomplete: (this: TcpRequest, status: number) => void;
}

/** A write request; it protects the bytes from garbage collection. */
interface WriteRequest extends TcpRequest {
  bytes: Buffer;
}

/** A libuv TCP handle. Methods return zero, or a negative error number. */
export interface TcpHandle {
  owner: unknown;
  /** Called after each read; its result is in `streamBaseState`. */
  onread: (this: TcpHandle) => void;
  connect(request: TcpRequest, address: string, port: number): number;
  connect6(request: TcpRequest, address: string, port: number): number;
  /** Sets the buffer for reads. */
  useUserBuffer(buffer: Buffer): void;
  readStart(): number;
  writeBuffer(request: WriteRequest, bytes: Buffer): number;
  /** One if the write completed synchronously, so that the request does not complete later. */
  shutdown(request: TcpRequest): number;
  close(): void;
}

interface TcpWrap {
  readonly TCP: new (type: number) => TcpHandle;
  readonly TCPConnectWrap: new () => TcpRequest;
  readonly constants: { readonly SOCKET: number };
}

interface StreamWrap {
  readonly WriteWrap: new () => WriteRequest;
  readonly ShutdownWrap: new () => TcpRequest;
  /** Index in `streamBaseState` of the number of bytes read, or the error. */
  readonly kReadBytesOrError: number;
  readonly streamBaseState: Int32Array;
}

export type { TcpRequest };
export interface TcpBinding extends TcpWrap, StreamWrap {}

const field = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined;
const hasFunctions = (value: unknown, names: readonly string[]): boolean => names.every((name) => typeof field(value, name) === 'function');

const handleCalls = ['connect', 'connect6', 'useUserBuffer', 'readStart', 'writeBuffer', 'shutdown', 'close'];

const isTcpWrap = (value: unknown): value is TcpWrap =>
  hasFunctions(value, ['TCP', 'TCPConnectWrap']) &&
  hasFunctions(field(field(value, 'TCP'), 'prototype'), handleCalls) &&
  typeof field(field(value, 'constants'), 'SOCKET') === 'number';

const isStreamWrap = (value: unknown): value is StreamWrap =>
  hasFunctions(value, ['WriteWrap', 'ShutdownWrap']) &&
  typeof field(value, 'kReadBytesOrError') === 'number' &&
  field(value, 'streamBaseState') instanceof Int32Array;

/**
 * libuv's TCP handles through `process.binding`, which Node documents as deprecated (DEP0111) and still supports; null if
 * this version of Node lacks or changed it, or refuses it (`--permission`).
 */
export const findTcpBinding = (): TcpBinding | null => {
  const binding: unknown = Reflect.get(process, 'binding');
  if (typeof binding !== 'function') return null;
  try {
    const tcp: unknown = Reflect.apply(binding, process, ['tcp_wrap']);
    const stream: unknown = Reflect.apply(binding, process, ['stream_wrap']);
    if (!isTcpWrap(tcp) || !isStreamWrap(stream)) return null;
    const { TCP, TCPConnectWrap, constants } = tcp;
    const { WriteWrap, ShutdownWrap, kReadBytesOrError, streamBaseState } = stream;
    return { TCP, TCPConnectWrap, constants, WriteWrap, ShutdownWrap, kReadBytesOrError, streamBaseState };
  } catch {
    return null;
  }
};
