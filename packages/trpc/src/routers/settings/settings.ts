import { addApiKey, addToken, listApiKeys, listTokens, revokeApiKey, revokeToken, rotateApiKey } from '@notafter/features';
import { mutationOf, queryOf, router } from '../../trpc.ts';

export const settingsRouter = router({
  tokens: queryOf(listTokens),
  addToken: mutationOf(addToken),
  revokeToken: mutationOf(revokeToken),
  apiKeys: queryOf(listApiKeys),
  addApiKey: mutationOf(addApiKey),
  rotateApiKey: mutationOf(rotateApiKey),
  revokeApiKey: mutationOf(revokeApiKey),
});
