import { cancelDiscovery, getDiscovery, listDiscoveries, startDiscovery } from '@notafter/features';
import { mutationOf, queryOf, router } from '../trpc.ts';

export const discoveryRouter = router({
  start: mutationOf(startDiscovery),
  get: queryOf(getDiscovery),
  list: queryOf(listDiscoveries),
  cancel: mutationOf(cancelDiscovery),
});
