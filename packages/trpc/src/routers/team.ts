import { listUsers } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const teamRouter = router({
  listUsers: memberProcedure.query(({ ctx }) => listUsers(ctx.org)),
});
