import { useCase } from '../use-case.ts';
import { type CollectorView, listCollectorsOfOrg } from './internal/collector-view.ts';

/** Returns every collector of the organization by name, on every plan: after a downgrade, what is there is still shown. */
export const listCollectors = useCase({
  name: 'collectors/list-collectors',
  access: 'member',
})(
  async (ctx): Promise<{ collectors: readonly CollectorView[] }> => ({
    collectors: await listCollectorsOfOrg(ctx.db, ctx.org.id, ctx.clock.now()),
  }),
);
