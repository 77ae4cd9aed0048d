import { addApiKeyInput, addTokenInput, apiKeyIdInput, rotateApiKeyInput, tokenIdInput } from '@notafter/domain/inputs';
import { addApiKey, addToken, listApiKeys, listTokens, revokeApiKey, revokeToken, rotateApiKey } from '@notafter/features';
import { memberProcedure, router } from '../trpc.ts';

export const settingsRouter = router({
  tokens: memberProcedure.query(({ ctx }) => listTokens(ctx.org)),
  addToken: memberProcedure.input(addTokenInput).mutation(({ ctx, input }) => addToken(ctx.org, input)),
  revokeToken: memberProcedure.input(tokenIdInput).mutation(({ ctx, input }) => revokeToken(ctx.org, input)),
  apiKeys: memberProcedure.query(({ ctx }) => listApiKeys(ctx.org)),
  addApiKey: memberProcedure.input(addApiKeyInput).mutation(({ ctx, input }) => addApiKey(ctx.org, input)),
  rotateApiKey: memberProcedure.input(rotateApiKeyInput).mutation(({ ctx, input }) => rotateApiKey(ctx.org, input)),
  revokeApiKey: memberProcedure.input(apiKeyIdInput).mutation(({ ctx, input }) => revokeApiKey(ctx.org, input)),
});
