import type { DeliveryOutcome, OutgoingMessage } from '@notafter/domain';

/** A message that cannot be put into a request: what a person filled in is no use, or the channel has no such notion. */
export interface Unsendable {
  readonly kind: 'refused' | 'broken';
  readonly problem: string;
}

/**
 * One kind of channel: pure on both sides of the network. `render` respects the receiver's format and limits by meaning;
 * `read` says what an answer that came whole means. What became of a request without one is judged once, for all of them.
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

/** A whole answer; the body may be cut at a limit that no real one reaches. */
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

/** What a person filled in, without the blanks that copying brings along. */
export const setting = ({ settings }: OutgoingMessage, name: string): string => (settings[name] ?? '').trim();
