import { anchorSetIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { type AnchorSetDetail, getSetForOrg } from './internal/anchor-set-view.ts';

/** Returns a set with its certificates. Throws `anchor_set_not_found`. */
export const getAnchorSet = useCase({
  name: 'certificates/get-anchor-set',
  access: 'member',
  apiKey: 'read',
  input: anchorSetIdInput,
})(async (ctx, { id }): Promise<{ set: AnchorSetDetail }> => ({ set: await getSetForOrg(ctx.db, ctx.org.id, id, ctx.clock.now()) }));
