import type { AppRouter } from '@notafter/trpc';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>['settings'];
type Inputs = inferRouterInputs<AppRouter>['settings'];

export type TokenList = Outputs['tokens'];
export type Token = TokenList['tokens'][number];
export type AddedToken = Outputs['addToken'];
export type NewToken = Inputs['addToken'];
export type ApiKeyList = Outputs['apiKeys'];
export type ApiKey = ApiKeyList['apiKeys'][number];
export type AddedApiKey = Outputs['addApiKey'];
export type NewApiKey = Inputs['addApiKey'];
