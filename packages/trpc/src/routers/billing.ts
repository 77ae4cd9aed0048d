import { getPlanInput } from '@notafter/domain/inputs';
import { getPlan } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const billingRouter = router({
  plan: memberProcedure.input(getPlanInput).query(({ ctx, input }) => getPlan(ctx.org, input)),
});
