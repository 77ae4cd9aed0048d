import {
  addCollector,
  askCollector,
  getCollector,
  importBundles,
  listCollectorFiles,
  listCollectors,
  removeCollector,
  renewToken,
  revokeCollector,
  updateCollector,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const collectorsRouter = router({
  list: queryOf(listCollectors),
  get: queryOf(getCollector),
  files: queryOf(listCollectorFiles),
  add: mutationOf(addCollector),
  renewToken: mutationOf(renewToken),
  update: mutationOf(updateCollector),
  ask: mutationOf(askCollector),
  revoke: mutationOf(revokeCollector),
  remove: mutationOf(removeCollector),
  importBundles: mutationOf(importBundles),
});
