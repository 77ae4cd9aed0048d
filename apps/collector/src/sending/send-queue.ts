import { BundleFault, type Log, MINUTE_MS } from '@notafter/domain';
import type { Identity, Spool, Stop } from '../spool/spool.ts';
import { applyLiveReceipt, FORK_TEXT, REVOKED_TEXT, TOKEN_TEXT } from './apply-receipt.ts';
import type { Answer, CollectorServer } from './server.ts';

/**
 * `sent`: the queue is empty. `again`: try later. `complete`: the server misses bundles that are gone, so only a complete scan helps.
 * `stopped`: the server takes nothing more.
 */
export type SendOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'again'; readonly afterMs: number | null }
  | { readonly kind: 'complete' }
  | { readonly kind: 'stopped' };

export interface SendContext {
  readonly identity: Identity;
  readonly spool: Spool;
  readonly server: CollectorServer;
  readonly log: Log;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** Another program may answer at the address of the server, and an older backup may know nothing of this collector. */
const UNSIGNED_AGAIN_MS = 15 * MINUTE_MS;

/** The codes of the server's error catalog that end a collector that no receipt ever reached. Any other one only believes a receipt. */
const stops = new Map<string, { readonly stop: Stop; readonly text: string }>([
  ['bundle_fork', { stop: 'fork', text: FORK_TEXT }],
  ['collector_revoked', { stop: 'revoked', text: REVOKED_TEXT }],
  ['collector_not_found', { stop: 'revoked', text: REVOKED_TEXT }],
  // The collector of the token has another key.
  ['bundle_signature', { stop: 'token_refused', text: TOKEN_TEXT }],
  ['enrollment_refused', { stop: 'token_refused', text: TOKEN_TEXT }],
]);
const GAP = 'bundle_gap';

const stopWith = ({ spool, log }: SendContext, stop: Stop, text: string): SendOutcome => {
  spool.stop(stop, text);
  log.error({ reason: stop }, text);
  return { kind: 'stopped' };
};

type Refusal = Extract<Answer, { kind: 'refused' }>;

const refuse = (context: SendContext, { code, message, status }: Refusal): SendOutcome => {
  const { spool, log } = context;
  const known = stops.get(code);
  if (known !== undefined && spool.findState().receiptAt === null) return stopWith(context, known.stop, known.text);
  spool.recordProblem(known === undefined ? message : `The server says without a signature: ${message}`);
  log.error({ status, code }, `the server refused a bundle: ${message}`);
  return { kind: 'again', afterMs: known === undefined ? null : UNSIGNED_AGAIN_MS };
};

/** After a refused bundle: asks for the receipt that says why. */
const explain = async (context: SendContext, refusal: Refusal): Promise<SendOutcome> => {
  const answer = stops.has(refusal.code) ? await context.server.poll() : null;
  const taken = answer?.kind === 'receipt' ? await take(context, answer.receipt) : null;
  return taken !== null && 'kind' in taken ? taken : refuse(context, refusal);
};

const fail = ({ spool, log }: SendContext, { message, retryAfterMs }: Extract<Answer, { kind: 'failed' }>): SendOutcome => {
  spool.recordProblem(message);
  log.warn({ problem: message }, 'not sent; the queue waits');
  return { kind: 'again', afterMs: retryAfterMs };
};

/** Applies a receipt. Returns the number that it covers, or why sending can't go on. */
const take = async (context: SendContext, text: string): Promise<SendOutcome | { readonly through: number }> => {
  try {
    const { receipt, verdict } = await applyLiveReceipt(text, context);
    if (receipt.isRevoked) return stopWith(context, 'revoked', REVOKED_TEXT);
    if (receipt.isForked || verdict === 'fork') return stopWith(context, 'fork', FORK_TEXT);
    return { through: receipt.through };
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    return fail(context, { kind: 'failed', message: error.message, retryAfterMs: null });
  }
};

/** Asks the server for news without a bundle. */
export const pollServer = async (context: SendContext): Promise<SendOutcome> => {
  const answer = await context.server.poll();
  if (answer.kind === 'failed') return fail(context, answer);
  if (answer.kind === 'refused') return refuse(context, answer);
  const taken = await take(context, answer.receipt);
  return 'kind' in taken ? taken : { kind: 'sent' };
};

/** After a gap: the number from which the server can go on, or why it can't. */
const resume = async (context: SendContext): Promise<SendOutcome | { readonly after: number }> => {
  const answer = await context.server.poll();
  if (answer.kind === 'failed') return fail(context, answer);
  if (answer.kind === 'refused') return refuse(context, answer);
  const taken = await take(context, answer.receipt);
  if ('kind' in taken) return taken;
  const { spool, log } = context;
  if (spool.findNext(taken.through)?.sequence === taken.through + 1) return { after: taken.through };
  const complete = spool.findNext(taken.through, { completeOnly: true });
  if (complete !== null) return { after: complete.sequence - 1 };
  spool.requireComplete();
  log.warn({ through: taken.through }, 'the server misses bundles that are gone here; the next scan is complete');
  return { kind: 'complete' };
};

/** Sends the queue in order. A receipt deletes what it covers before the next bundle is sent. */
export const sendQueue = async (context: SendContext): Promise<SendOutcome> => {
  const { spool, server, signal } = context;
  let after = 0;
  let hasResumed = false;
  while (!signal.aborted) {
    const bundle = spool.findNext(after);
    if (bundle === null) return { kind: 'sent' };
    const answer = await server.send(bundle.bytes);
    if (answer.kind === 'failed') return fail(context, answer);
    if (answer.kind === 'refused') {
      if (answer.code !== GAP || hasResumed) return explain(context, answer);
      const resumed = await resume(context);
      if ('kind' in resumed) return resumed;
      ({ after } = resumed);
      hasResumed = true;
      continue;
    }
    const taken = await take(context, answer.receipt);
    if ('kind' in taken) return taken;
    after = Math.max(bundle.sequence, taken.through);
    hasResumed = false;
  }
  return { kind: 'again', afterMs: null };
};
