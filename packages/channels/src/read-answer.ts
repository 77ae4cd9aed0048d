import { cleanLine, cleanText, type DeliveryOutcome } from '@notafter/domain';
import type { HttpAnswer } from './channel.ts';
import { parseJson, parseJsonObject } from './json.ts';
import { readRetryAfter } from './retry-after.ts';

const ANSWER_MAX_LENGTH = 1000;

/** The receiver's text, short and safe to show. */
export const excerpt = (text: string): string => cleanText(text, ANSWER_MAX_LENGTH);

const REASON_MAX_LENGTH = 160;
/** A longer line is a document. */
const REASON_SOURCE_MAX_LENGTH = 500;
const markup = /<[a-z!/?]/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
const notText = /[\u0000-\u0008\u000e-\u001f\ufffd]/;
/** Fields in which vendors explain a refusal, the most specific first. */
const reasonFields = ['errors', 'message', 'messages', 'description', 'detail', 'error', 'reason', 'title'] as const;

const reasonIn = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return depth < 3 ? reasonIn(value[0], depth + 1) : '';
  if (typeof value !== 'object' || value === null || depth >= 3) return '';
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return reasonFields.map((name) => reasonIn(fields[name], depth + 1)).find((found) => found !== '') ?? '';
};

/**
 * Returns why a receiver refused, in its words: one short line of plain text, or the reason field of a JSON response. Never a
 * page, a document or binary data: a person chose the address, and the body may be any internal page.
 */
const reasonOf = (body: string): string => {
  const text = body.trim();
  const json = /^[{["]/.test(text) ? parseJson(text) : undefined;
  const reason = json === undefined ? text : reasonIn(json).trim();
  if (json === undefined && /^[{[]/.test(text)) return '';
  const isLine = reason.length <= REASON_SOURCE_MAX_LENGTH && !/[\r\n]/.test(reason);
  return isLine && !markup.test(reason) && !notText.test(reason) ? cleanLine(reason, REASON_MAX_LENGTH) : '';
};

/** For a status that is enough if the body gives no reason. */
const said = ({ status, body }: HttpAnswer, otherwise: string): string =>
  reasonOf(body) || otherwise || `The receiver responded with status ${status}.`;

export const delivered = (answer: HttpAnswer): DeliveryOutcome => ({
  kind: 'delivered',
  status: answer.status,
  answer: reasonOf(answer.body),
});

export const tryAgain = (answer: HttpAnswer, now: Date, otherwise = ''): DeliveryOutcome => ({
  kind: 'retry',
  status: answer.status,
  answer: said(answer, otherwise),
  retryAfterSeconds: readRetryAfter(answer.headers.get('retry-after'), now),
  outcomeUnknown: false,
});

/** A success status with a body that is not the receiver's: perhaps a proxy's page, perhaps the message arrived. */
export const unexpectedSuccess = (answer: HttpAnswer, problem: string): DeliveryOutcome => ({
  kind: 'retry',
  status: answer.status,
  answer: problem,
  retryAfterSeconds: null,
  outcomeUnknown: true,
});

export const refusedBy = (answer: HttpAnswer, otherwise = ''): DeliveryOutcome => ({
  kind: 'refused',
  status: answer.status,
  answer: said(answer, otherwise),
});

export const brokenBy = (answer: HttpAnswer, otherwise: string): DeliveryOutcome => ({
  kind: 'broken',
  status: answer.status,
  answer: said(answer, otherwise),
});

const movedForGood = new Set([301, 308]);
const worthAnotherTry = new Set([408, 420, 421, 423, 425, 429]);
const goneForGood = new Set([401, 403, 404, 405, 410]);

/**
 * The outcome of a status for most receivers. A complete response is certain, including a 500: the receiver did not accept it.
 * Redirects are never followed; a permanent one requires another address in the settings.
 */
export const readStatus = (answer: HttpAnswer, now: Date): DeliveryOutcome => {
  const { status } = answer;
  if (status >= 200 && status < 300) return delivered(answer);
  if (movedForGood.has(status))
    return brokenBy({ ...answer, body: '' }, 'The address has moved permanently. Redirects are not followed: enter the new address.');
  if (status < 400) return tryAgain({ ...answer, body: '' }, now, 'The address redirects to another one. Redirects are not followed.');
  if (goneForGood.has(status)) return brokenBy(answer, 'The receiver does not know this address or denies access.');
  return worthAnotherTry.has(status) || status >= 500 ? tryAgain(answer, now) : refusedBy(answer);
};

/** The body's JSON object; empty if it is not one. */
export const readObject = ({ body }: HttpAnswer): Readonly<Record<string, unknown>> => parseJsonObject(body);
