import type { Inputs, Outputs } from '../../api/trpc.ts';

export type Token = Outputs['settings']['tokens']['tokens'][number];
export type NewToken = Inputs['settings']['addToken'];
export type ApiKey = Outputs['settings']['apiKeys']['apiKeys'][number];
export type AddedApiKey = Outputs['settings']['addApiKey'];
export type NewApiKey = Inputs['settings']['addApiKey'];
