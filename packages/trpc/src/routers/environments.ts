import { addEnvironmentInput, environmentIdInput, updateEnvironmentInput } from '@notafter/domain/inputs';
import { addEnvironment, listEnvironments, removeEnvironment, updateEnvironment } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const environmentsRouter = router({
  list: memberProcedure.query(({ ctx }) => listEnvironments(ctx.org)),
  add: memberProcedure.input(addEnvironmentInput).mutation(({ ctx, input }) => addEnvironment(ctx.org, input)),
  update: memberProcedure.input(updateEnvironmentInput).mutation(({ ctx, input }) => updateEnvironment(ctx.org, input)),
  remove: memberProcedure.input(environmentIdInput).mutation(({ ctx, input }) => removeEnvironment(ctx.org, input)),
});
