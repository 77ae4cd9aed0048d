import { BundleFault, type BundleFaultCode, DomainError, type ErrorCode } from '@notafter/domain';
import { useCase } from '../use-case.ts';
import { receiptFor } from './internal/receipt.ts';
import { takeBundle } from './internal/take-bundle.ts';

const codes = {
  malformed: 'bundle_malformed',
  too_large: 'body_too_large',
  bad_signature: 'bundle_signature',
  other_server: 'bundle_other_server',
  other_organization: 'collector_not_found',
  unknown_collector: 'collector_not_found',
  revoked: 'collector_revoked',
  not_in_plan: 'collectors_plan',
  token_refused: 'enrollment_refused',
  gap: 'bundle_gap',
  replay: 'conflict',
  fork: 'bundle_fork',
} as const satisfies Record<BundleFaultCode, ErrorCode>;

/**
 * Takes a bundle from a collector, whose signature is its only credential, and answers with a receipt; so does a bundle that was taken
 * before. Throws the codes above.
 */
export const receiveBundle = useCase({
  name: 'collectors/receive-bundle',
  access: 'anyone',
})(async (ctx, bytes: Buffer): Promise<{ receipt: string }> => {
  try {
    const { collectorId } = await takeBundle(ctx, bytes, { via: 'online' });
    return { receipt: await receiptFor(ctx, collectorId) };
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    throw new DomainError(codes[error.code], { message: error.message, cause: error });
  }
});
