import { beginLinkInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireProof } from '../sessions/proof.ts';
import { type BegunOauth, beginRoundTrip } from './internal/begin-round-trip.ts';

/**
 * Starts linking an identity to the account of a person who confirmed their identity again. Only a write from our own page
 * gets here: another site could send the browser to a provider, but not to this use case. Throws `not_found` if the provider
 * is not offered, `oauth_unavailable`, `oauth_failed`, and the errors of a proof: `current_password_wrong`,
 * `second_factor_invalid`, `proof_required`, `rate_limited`.
 */
export const beginLink = useCase({
  name: 'accounts/begin-link',
  access: 'member',
  via: 'session',
  input: beginLinkInput,
  audit: 'Began to link a provider',
})(async (ctx, { provider, ...input }): Promise<BegunOauth> => {
  const person = ctx.actor;
  const proof = await requireProof(ctx, person, input);
  const begun = await beginRoundTrip(ctx, provider, person.userId);
  return withTransaction(ctx, async (tx, audit) => {
    await proof.use(tx);
    audit({ subjectId: person.userId, detail: { provider } });
    return begun;
  });
});
