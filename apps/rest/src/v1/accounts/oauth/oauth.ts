import { DomainError, type IdentityProviderName, isIdentityProviderName, secondFactorPath } from '@notafter/domain';
import { finishOauthInput } from '@notafter/domain/inputs';
import { beginOauth, type FinishedOauth, finishOauth } from '@notafter/features';
import { restErrorOf } from '../../../errors/answer-error.ts';
import { headStoresNothing } from '../../../operation.ts';
import type { RestContext, RestRouter } from '../../../rest-environment.ts';

const providerOf = (c: RestContext): IdentityProviderName => {
  const name = c.req.param('provider') ?? '';
  if (!isIdentityProviderName(name)) throw new DomainError('not_found');
  return name;
};

/** Returns the setter of the round trip's cookies. Throws `session_required` if the caller is not a browser. */
const oauthSetterOf = (c: RestContext) => {
  const { setOAuth } = c.env.session;
  if (setOAuth === undefined) throw new DomainError('session_required');
  return setOAuth;
};

const pathAfter = (finished: FinishedOauth, provider: IdentityProviderName): string => {
  switch (finished.state) {
    case 'signed-in':
      return '/certificates';
    case 'second-factor':
      return secondFactorPath(finished.question.challenge);
    case 'linked':
      return `/settings?tab=0&linked=${provider}`;
    case 'confirm':
      return '/';
  }
};

/** A person sees this response, so failures go to the screen they came from. */
const showFailure = (c: RestContext, error: unknown): Response => {
  const documented = restErrorOf(error) ?? new DomainError('internal');
  if (documented.code === 'not_found') throw documented;
  if (!(error instanceof DomainError)) c.env.request.log.error({ err: error, method: c.req.method }, 'round trip over a provider failed');
  const screen = c.env.request.actor?.via === 'session' ? '/settings?tab=0&' : '/?';
  return c.redirect(`${screen}error=${documented.code}`, 302);
};

/**
 * For browsers on their way to an identity provider and back: no operation of the document. Every way out is a path of our
 * own, whatever the query says.
 */
export const serveOauth = (app: RestRouter): void => {
  app.use('/v1/auth/*', headStoresNothing, async (c, next) => {
    await next();
    // The callback's address holds a code.
    c.header('Referrer-Policy', 'no-referrer');
  });

  app.get('/v1/auth/:provider', async (c) => {
    const provider = providerOf(c);
    const setOAuth = oauthSetterOf(c);
    try {
      const { url, flow } = await beginOauth(c.env.request, { provider });
      setOAuth('oauthFlow', flow);
      return c.redirect(url, 302);
    } catch (error) {
      if (c.req.header('accept')?.includes('text/html') === true) return showFailure(c, error);
      throw error;
    }
  });

  app.get('/v1/auth/:provider/callback', async (c) => {
    const provider = providerOf(c);
    const setOAuth = oauthSetterOf(c);
    // Used up by whatever comes of it.
    setOAuth('oauthFlow', null);
    const parsed = finishOauthInput.safeParse({ provider, query: new URL(c.req.url).search });
    try {
      if (!parsed.success) throw new DomainError('oauth_failed');
      const finished = await finishOauth(c.env.request, parsed.data);
      if (finished.state === 'signed-in') c.env.session.set(finished.session.token, finished.session.expiresAt);
      if (finished.state === 'confirm') setOAuth('pendingLink', finished.pendingLink);
      return c.redirect(pathAfter(finished, provider), 302);
    } catch (error) {
      return showFailure(c, error);
    }
  });
};
