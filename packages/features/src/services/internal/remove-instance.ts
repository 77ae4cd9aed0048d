import { type CloudDriver, ProviderError, type ServiceTag } from '@notafter/domain';
import type { OperationRun } from './ask-provider.ts';
import { getServiceOf } from './service-row.ts';
import { driverOf, tagOf } from './spec.ts';

/** True once the cloud has nothing with this tag. Rejects with `ProviderError` for what does not pass by itself. */
export const removeTagged = async (driver: CloudDriver, tag: ServiceTag, signal: AbortSignal): Promise<boolean> => {
  try {
    return (await driver.remove(tag, signal)) && (await driver.observe(tag, signal)) === null;
  } catch (error) {
    if (error instanceof ProviderError && error.passes) return false;
    throw error;
  }
};

/** The same for the service of an operation. */
export const removeInstance = async ({ ctx, id, signal }: OperationRun): Promise<boolean> => {
  const row = await getServiceOf(ctx.db, id);
  return removeTagged(await driverOf(ctx, row), await tagOf(ctx, row), signal);
};
