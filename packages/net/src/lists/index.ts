/** Requests for long JSON lists of services that limit rates. Separate, because it also needs `domain`. */
export { type Asked, askForList, defaultRetryPolicy, type InTurn, type RetryPolicy } from './ask-for-list.ts';
export { RateLimit } from './rate-limit.ts';
export { createSerialQueue } from './serial-queue.ts';
