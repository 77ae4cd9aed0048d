import { addEnvironment, listEnvironments, removeEnvironment, updateEnvironment } from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const environmentsRouter = router({
  list: queryOf(listEnvironments),
  add: mutationOf(addEnvironment),
  update: mutationOf(updateEnvironment),
  remove: mutationOf(removeEnvironment),
});
