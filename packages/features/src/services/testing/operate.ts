import { services } from '@notafter/db';
import { SECOND_MS } from '@notafter/domain';
import { passTime } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { runServiceOperation } from '../run-service-operation.ts';

export const serviceRow = async (ctx: SystemContext, resourceId: string) => {
  const [row] = await ctx.db.select().from(services).where(eq(services.resourceId, resourceId));
  if (row === undefined) throw new Error(`Unknown service ${resourceId}.`);
  return row;
};

/** One turn of a worker, after so many seconds. False if the service has no operation. */
export const operateOnce = async (ctx: SystemContext, resourceId: string, seconds = 10): Promise<boolean> => {
  const { operationId } = await serviceRow(ctx, resourceId);
  if (operationId === null) return false;
  await passTime(ctx.db, seconds * SECOND_MS);
  await runServiceOperation(ctx, { id: operationId });
  return true;
};

/** Workers in a healthy world, until the operation of a service is over. */
export const operate = async (ctx: SystemContext, resourceId: string, { rounds = 60, seconds = 10 } = {}): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) if (!(await operateOnce(ctx, resourceId, seconds))) return;
  throw new Error('The operation does not end.');
};
