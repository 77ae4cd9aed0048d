import type { Log, SessionActor } from '@notafter/domain';
import type { AppRouter, Caller, TrpcContext } from '@notafter/trpc';
import type {} from '@remix-run/node';

/** Passed by the composition root to every loader and the document renderer, created once per request. */
export interface WebLoadContext {
  /** The tRPC router in process, with this request's actor and cookies. */
  readonly caller: Caller;
  /** The same router and request, for `prefetch`. */
  readonly api: { readonly router: AppRouter; readonly ctx: TrpcContext };
  readonly actor: SessionActor | null;
  /** The request's content security policy nonce, base64. */
  readonly nonce: string;
  readonly publicUrl: string;
  /** Where failures of a loader or of rendering go. */
  readonly log: Log;
  /** Which providers are configured; the others' buttons are hidden. */
  readonly oauth: OauthProviders;
  /** False: no mail server is set up, and mail lies in the outbox. */
  readonly sendsMail: boolean;
}

export interface OauthProviders {
  readonly github: boolean;
  readonly google: boolean;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends WebLoadContext {}
  /** Loaders answer Dates as Dates. */
  interface Future {
    v3_singleFetch: true;
  }
}
