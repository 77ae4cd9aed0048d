import { discoveryIdInput, getDiscoveryInput, listDiscoveriesInput, startDiscoveryInput } from '@notafter/domain/inputs';
import { cancelDiscovery, getDiscovery, listDiscoveries, startDiscovery } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const discoveryRouter = router({
  start: memberProcedure.input(startDiscoveryInput).mutation(({ ctx, input }) => startDiscovery(ctx.org, input)),
  get: memberProcedure.input(getDiscoveryInput).query(({ ctx, input }) => getDiscovery(ctx.org, input)),
  list: memberProcedure.input(listDiscoveriesInput).query(({ ctx, input }) => listDiscoveries(ctx.org, input)),
  cancel: memberProcedure.input(discoveryIdInput).mutation(({ ctx, input }) => cancelDiscovery(ctx.org, input)),
});
