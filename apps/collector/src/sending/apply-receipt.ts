import { type Receipt, readReceipt } from '@notafter/bundles';
import { BundleFault, isClockOff, type Log } from '@notafter/domain';
import type { ReceiptVerdict } from '../spool/judge-receipt.ts';
import type { Identity, Spool } from '../spool/spool.ts';

export const FORK_TEXT =
  'Another collector has the same key: the data directory was copied, or restored from a backup. The server takes nothing more from either. Stop the copy, revoke this collector on the server, enroll it again there, and run enroll TOKEN --replace.';
export const REVOKED_TEXT =
  'This collector was revoked or deleted on the server. To use this machine again, enroll it again there, and run enroll TOKEN --replace.';
export const TOKEN_TEXT = 'The token was used or has expired. Create a new one on the server and run enroll TOKEN --replace.';

/** Verifies a receipt. Throws BundleFault if it is not the server's, or for another collector. */
export const verifyReceipt = async (text: string, { receiptKey, collectorId }: Identity): Promise<Receipt> => {
  const receipt = await readReceipt(text, receiptKey);
  if (receipt.collectorId !== collectorId)
    throw new BundleFault('unknown_collector', `This receipt is for collector ${receipt.collectorId}, and this one is ${collectorId}.`);
  return receipt;
};

export interface AppliedReceipt {
  readonly receipt: Receipt;
  readonly verdict: ReceiptVerdict;
}

/** Verifies and applies an answer that the server gave right now, and compares the clocks. */
export const applyLiveReceipt = async (
  text: string,
  { identity, spool, log, now }: { readonly identity: Identity; readonly spool: Spool; readonly log: Log; readonly now: () => Date },
): Promise<AppliedReceipt> => {
  const receipt = await verifyReceipt(text, identity);
  const offsetMs = now().getTime() - receipt.issuedAt.getTime();
  if (isClockOff(offsetMs))
    log.warn(
      { offsetSeconds: Math.round(offsetMs / 1_000) },
      "this machine's clock differs from the server's; set up time synchronization",
    );
  const verdict = spool.applyReceipt(receipt, offsetMs);
  if (verdict === 'lost')
    log.warn({ through: receipt.through }, 'the server misses bundles that were deleted here; the next scan is complete');
  return { receipt, verdict };
};
