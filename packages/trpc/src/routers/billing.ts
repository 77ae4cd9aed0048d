import { getPlan } from '@notafter/features';
import { queryOf, router } from '../trpc.ts';

export const billingRouter = router({
  plan: queryOf(getPlan),
});
