import type { DeliveryOutcome, OutgoingMessage } from '@notafter/domain';

/** A message that cannot be rendered into a request: a setting is invalid, or the channel does not support this kind of message. */
export interface Unsendable {
  readonly kind: 'refused' | 'broken';
  readonly problem: string;
}

/**
 * One type of channel, without I/O. `render` respects the receiver's format and limits;
 * `read` interprets a complete response. Requests without a response are handled in one place, for all channels.
 */
export interface Channel<Request, Answer> {
  render(outgoing: OutgoingMessage, now: Date): Request | Unsendable;
  read(answer: Answer, now: Date): DeliveryOutcome;
}

export interface HttpRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A complete response; the body may be cut at a limit that real receivers do not reach. */
export interface HttpAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export type HttpChannel = Channel<HttpRequest, HttpAnswer>;

export const jsonRequest = (url: string, payload: unknown, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(payload),
});

export const broken = (problem: string): Unsendable => ({ kind: 'broken', problem });
export const refused = (problem: string): Unsendable => ({ kind: 'refused', problem });

/** A setting without the whitespace that copying adds. */
export const setting = ({ settings }: OutgoingMessage, name: string): string => (settings[name] ?? '').trim();
