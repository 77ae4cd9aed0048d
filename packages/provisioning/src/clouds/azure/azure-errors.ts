import { ProviderError, type ProviderFault, SECOND_MS } from '@notafter/domain';
import { z } from 'zod';
import { jsonOf, lineOf } from '../rest-call.ts';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly retryAfterMs?: number;
}

const QUOTA = /QuotaExceeded$|LimitReached$|LimitExceeded$/;
const CAPACITY = /^SkuNotAvailable$|AllocationFailed$|^Overconstrained\w*AllocationRequest$|^NotAvailableForSubscription$/;
const CHANGING = [
  ...['ReferencedResourceNotProvisioned', 'AnotherOperationInProgress', 'OperationPreempted', 'RetryableError'],
  ...['ResourceGroupBeingDeleted', 'ResourceNotReady'],
];
const UNKNOWN_SUBSCRIPTION = ['SubscriptionNotFound', 'InvalidSubscriptionId'];
const DISABLED = ['ReadOnlyDisabledSubscription', 'SubscriptionNotActive', 'DisallowedOperation'];

/** Its message names the action that lacks, which can be another than that of the call. */
const actionIn = (message: string): string | null =>
  /does not have (?:authorization|permission) to perform action(?:\(s\))? '([^']+)'/.exec(message)?.[1] ?? null;

const badSecret = (code: string): string =>
  `Azure refuses the secret of the application (${code}). Create a new client secret, and enter it for the account, or set AZURE_CLIENT_SECRET to it.`;

/** Explains a refusal: what happened, and what a person can do. `action` is the permission that the call needs. */
export const explainAzure = (action: string, { code, message, status, retryAfterMs }: Refusal): ProviderError => {
  const said = lineOf(message);
  const say = (fault: ProviderFault, text: string) =>
    new ProviderError(fault, text, { code: code === '' ? String(status) : code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  if (status === 429) return say('throttled', 'Azure limits how often we may ask. We go on when it allows.');
  if (status === 401) return say('auth', badSecret(code));
  if (UNKNOWN_SUBSCRIPTION.includes(code))
    return say(
      'auth',
      'Azure does not know the subscription, or the application may not see it. Set AZURE_SUBSCRIPTION_ID to one that it has a role in.',
    );
  if (DISABLED.includes(code)) return say('auth', 'The Azure subscription is disabled. Enable it, or use another one.');
  if (code === 'RequestDisallowedByPolicy') return say('invalid', `A policy of the Azure subscription refuses this: ${said}`);
  if (code === 'MissingSubscriptionRegistration')
    return say(
      'invalid',
      `A resource provider is not registered in the Azure subscription. Register Microsoft.Compute and Microsoft.Network.`,
    );
  if (status === 403 || code === 'AuthorizationFailed' || code === 'LinkedAuthorizationFailed')
    return say(
      'auth',
      `The Azure application lacks the permission ${actionIn(message) ?? action}. Give it a role in the subscription that has it.`,
    );
  if (QUOTA.test(code) || (code === 'OperationNotAllowed' && /quota/i.test(message)))
    return say(
      'quota',
      `The Azure subscription has reached a limit (${code}). Ask Azure to raise it, delete what you don't need, or choose another region.`,
    );
  if (CAPACITY.test(code))
    return say('capacity', `Azure has no room for this plan in this region now (${code}). Try another plan or region, or later.`);
  if (CHANGING.includes(code)) return say('transient', 'Azure is still changing something of this service.');
  if (status === 404) return say('not_found', `Azure does not know this: ${said}`);
  if (status === 409 || status === 412) return say('conflict', `Azure answered: ${said}`);
  if (status >= 500 || /^Internal\w*Error$/.test(code))
    return say('transient', `Azure has an internal error (${code === '' ? status : code}). We try again.`);
  return say('invalid', `Azure refused the request (${code === '' ? status : code}): ${said} This should not happen: report it.`);
};

const apiError = z.object({ error: z.object({ code: z.string().default(''), message: z.string().default('') }) });

export const refusedByAzure = (
  action: string,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): ProviderError => {
  const read = apiError.safeParse(jsonOf(text));
  const { code, message } = read.success ? read.data.error : { code: '', message: 'no reason given' };
  const seconds = Number(headers.get('retry-after'));
  return explainAzure(action, { code, message, status, ...(seconds > 0 ? { retryAfterMs: seconds * SECOND_MS } : {}) });
};

const tokenError = z.object({ error: z.string(), error_codes: z.array(z.number()).default([]) });

/** Explains why an application gets no token. */
export const refusedAzureToken = (status: number, text: string): ProviderError => {
  const read = tokenError.safeParse(jsonOf(text));
  const code = read.success
    ? read.data.error_codes[0] === undefined
      ? read.data.error
      : `AADSTS${read.data.error_codes[0]}`
    : String(status);
  return explainAzure('', { code, message: code, status: status === 429 || status >= 500 ? status : 401 });
};
