import type { Connect } from './connection.ts';
import { createHandleConnect } from './handle-connection.ts';
import { connectStream } from './stream-connection.ts';
import { findTcpBinding } from './tcp-binding.ts';

const choose = (): Connect => {
  const binding = findTcpBinding();
  return binding === null ? connectStream : createHandleConnect(binding);
};

let chosen: Connect | undefined;

/** Connects in the cheapest way that this version of Node supports. */
export const connect: Connect = (address, port, outcome) => {
  chosen ??= choose();
  return chosen(address, port, outcome);
};
