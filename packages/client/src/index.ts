export type * from './api.ts';
export type { Answer, CallOptions, Method, PagedPath, PathOf } from './call-types.ts';
export { type Client, type ClientOptions, createClient, type RequestOptions } from './client.ts';
export { NotafterError } from './notafter-error.ts';
