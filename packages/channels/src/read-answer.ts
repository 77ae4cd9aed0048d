import { cleanLine, cleanText, type DeliveryOutcome } from '@notafter/domain';
import type { HttpAnswer } from './channel.ts';
import { parseJson, parseJsonObject } from './json.ts';
import { readRetryAfter } from './retry-after.ts';

const ANSWER_MAX_LENGTH = 1000;

/** What the receiver said, short and fit to be shown. */
export const excerpt = (text: string): string => cleanText(text, ANSWER_MAX_LENGTH);

const REASON_MAX_LENGTH = 160;
/** A longer line is a document. */
const REASON_SOURCE_MAX_LENGTH = 500;
const markup = /<[a-z!/?]/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notText = /[\u0000-\u0008\u000e-\u001f\ufffd]/;
/** Where vendors put the sentence that explains a refusal, the most exact one first. */
const reasonFields = ['errors', 'message', 'messages', 'description', 'detail', 'error', 'reason', 'title'] as const;

const reasonIn = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return depth < 3 ? reasonIn(value[0], depth + 1) : '';
  if (typeof value !== 'object' || value === null || depth >= 3) return '';
  const fields: Readonly<Record<string, unknown>> = { ...value };
  return reasonFields.map((name) => reasonIn(fields[name], depth + 1)).find((found) => found !== '') ?? '';
};

/**
 * Why a receiver refused, in its words: one short line of plain text, or the sentence a JSON answer names as its reason. A
 * page, a document or binary data is not shown: the address is a person's choice, and the body may be any inside page.
 */
const reasonOf = (body: string): string => {
  const text = body.trim();
  const json = /^[{["]/.test(text) ? parseJson(text) : undefined;
  const reason = json === undefined ? text : reasonIn(json).trim();
  if (json === undefined && /^[{[]/.test(text)) return '';
  const isLine = reason.length <= REASON_SOURCE_MAX_LENGTH && !/[\r\n]/.test(reason);
  return isLine && !markup.test(reason) && !notText.test(reason) ? cleanLine(reason, REASON_MAX_LENGTH) : '';
};

/** Of a status that says it all when the body gives no reason. */
const said = ({ status, body }: HttpAnswer, otherwise: string): string =>
  reasonOf(body) || otherwise || `The receiver answered with status ${status}.`;

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

/** The status says yes in words that are not the receiver's own: some proxy's page, perhaps, or the message arrived. */
export const notItsOwnYes = (answer: HttpAnswer, problem: string): DeliveryOutcome => ({
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
 * What a status means to most receivers. A whole answer is certain, a 500 too: the receiver says that it did not take it.
 * Redirects are never followed; one for good asks for another address in the settings.
 */
export const readStatus = (answer: HttpAnswer, now: Date): DeliveryOutcome => {
  const { status } = answer;
  if (status >= 200 && status < 300) return delivered(answer);
  if (movedForGood.has(status))
    return brokenBy({ ...answer, body: '' }, 'The address has moved. Redirects are not followed: set the new address.');
  if (status < 400) return tryAgain({ ...answer, body: '' }, now, 'The address redirects elsewhere. Redirects are not followed.');
  if (goneForGood.has(status)) return brokenBy(answer, 'The receiver does not know this address or does not let it in.');
  return worthAnotherTry.has(status) || status >= 500 ? tryAgain(answer, now) : refusedBy(answer);
};

/** The body's JSON object; empty where it is none. */
export const readObject = ({ body }: HttpAnswer): Readonly<Record<string, unknown>> => parseJsonObject(body);
