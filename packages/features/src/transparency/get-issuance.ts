import { issuanceIdInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { getIssuanceForOrg, type IssuanceDetail } from './internal/issuance-view.ts';

/** Returns one issued certificate with the places where it was found. Throws `issuance_not_found`. */
export const getIssuance = useCase({
  name: 'transparency/get-issuance',
  access: 'member',
  apiKey: 'read',
  input: issuanceIdInput,
})(
  async (ctx, { id }): Promise<{ issuance: IssuanceDetail }> => ({
    issuance: await getIssuanceForOrg(ctx.db, ctx.org.id, id, { logs: ctx.config.clientRules.ctLogs, now: ctx.clock.now() }),
  }),
);
