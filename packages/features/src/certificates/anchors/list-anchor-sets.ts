import { useCase } from '../../use-case.ts';
import { type AnchorSetView, listSetsOfOrg } from './internal/anchor-set-view.ts';

/** Returns the organization's sets of trust anchors, by name. */
export const listAnchorSets = useCase({
  name: 'certificates/list-anchor-sets',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<{ sets: AnchorSetView[] }> => ({ sets: await listSetsOfOrg(ctx.db, ctx.org.id, ctx.clock.now()) }));
