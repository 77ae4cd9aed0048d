import { ProviderError } from '@notafter/domain';
import type { OperationRun } from './ask-provider.ts';
import { getServiceOf } from './service-row.ts';
import { driverOf, tagOf } from './spec.ts';

/** True once the cloud has nothing of the service. Rejects with `ProviderError` for what does not pass by itself. */
export const removeInstance = async ({ ctx, id, signal }: OperationRun): Promise<boolean> => {
  const row = await getServiceOf(ctx.db, id);
  const driver = driverOf(ctx, row);
  const tag = await tagOf(ctx, row);
  try {
    return (await driver.remove(tag, signal)) && (await driver.observe(tag, signal)) === null;
  } catch (error) {
    if (error instanceof ProviderError && error.passes) return false;
    throw error;
  }
};
