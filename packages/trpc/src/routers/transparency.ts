import {
  acknowledgeIssuance,
  getIssuance,
  getSources,
  judgeIssuance,
  listIssuances,
  listWatchedDomains,
  unwatchDomain,
  updateWatchedDomain,
  verifyDomain,
  watchDomain,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const transparencyRouter = router({
  domains: queryOf(listWatchedDomains),
  watch: mutationOf(watchDomain),
  verify: mutationOf(verifyDomain),
  updateDomain: mutationOf(updateWatchedDomain),
  unwatch: mutationOf(unwatchDomain),
  issuances: queryOf(listIssuances),
  issuance: queryOf(getIssuance),
  judge: mutationOf(judgeIssuance),
  acknowledge: mutationOf(acknowledgeIssuance),
  sources: queryOf(getSources),
});
