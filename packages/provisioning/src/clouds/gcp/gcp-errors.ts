import { ProviderError, type ProviderFault, SECOND_MS } from '@notafter/domain';
import { z } from 'zod';
import { jsonOf, lineOf } from '../rest-call.ts';

/** An answer of Compute Engine, or the end of an operation. */
interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

const apiError = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
});

const THROTTLED = /^(?:user)?rate_?limit_?exceeded$|^too_?many_?requests$|^resource_operation_rate_exceeded$/i;
const QUOTA = /^quota_?exceeded$|^limit_?exceeded$/i;
const CAPACITY = /pool_exhausted|stockout|^resources_?unavailable$/i;
const NOT_READY = /^resource_?not_?ready$|^operation_?in_?progress$/i;
const CONFLICT = /already_?exists$|in_?use_?by_?another_?resource$|^condition_?not_?met$/i;
const DISABLED = /^access_?not_?configured$|^service_disabled$/i;
const REFUSED = /^forbidden$|^permissions_error$|^permission_denied$|^insufficient_?permissions$/i;

/** Its message names the permission that lacks, which can be another than that of the call. */
const permissionIn = (message: string): string | null => /Required '([\w.]+)' permission/.exec(message)?.[1] ?? null;

/** Explains a refusal: what happened, and what a person can do. */
export const explainGcp = (permission: string, { code, message, status }: Refusal): ProviderError => {
  const said = lineOf(message);
  const say = (fault: ProviderFault, text: string) => new ProviderError(fault, text, { code: code === '' ? String(status) : code });
  if (status === 401) return say('auth', badKey);
  if (status === 429 || THROTTLED.test(code)) return say('throttled', 'Google Cloud limits how often we may ask. We try again.');
  if (QUOTA.test(code))
    return say(
      'quota',
      `The Google Cloud project has reached a quota: ${said} Ask Google to raise it, delete what you don't need, or choose another region.`,
    );
  if (CAPACITY.test(code))
    return say('capacity', `Google Cloud has no room for this plan in this zone now (${code}). Try another plan or region, or later.`);
  if (NOT_READY.test(code)) return say('transient', 'Google Cloud is still changing something of this service.');
  if (CONFLICT.test(code) || status === 409 || /must be larger/i.test(message)) return say('conflict', `Google Cloud answered: ${said}`);
  if (DISABLED.test(code)) return say('auth', `An API is not enabled in the Google Cloud project: ${said} Enable it.`);
  if (REFUSED.test(code) || status === 403)
    return say(
      'auth',
      `The Google Cloud service account lacks the permission ${permissionIn(message) ?? permission}. Give it a role that has it.`,
    );
  if (/not_?found$/i.test(code) || status === 404) return say('not_found', `Google Cloud does not know this: ${said}`);
  if (status >= 500 || /^internal_?error$|^backend_?error$/i.test(code))
    return say('transient', `Google Cloud has an internal error (${code === '' ? status : code}). We try again.`);
  return say('invalid', `Google Cloud refused the request: ${said} This should not happen: report it.`);
};

const badKey =
  'Google Cloud refuses the key of the service account. Enter a valid JSON key for the account, or set GOOGLE_APPLICATION_CREDENTIALS to its file.';

export const refusedByGcp = (permission: string, status: number, text: string): ProviderError => {
  const read = apiError.safeParse(jsonOf(text));
  if (!read.success) return explainGcp(permission, { code: '', message: 'no reason given', status });
  const { errors, status: name, message } = read.data.error;
  return explainGcp(permission, { code: errors[0]?.reason || name, message, status });
};

const tokenError = z.object({ error: z.string(), error_description: z.string().default('') });

/** Explains why a key gets no token. */
export const refusedToken = (status: number, text: string): ProviderError => {
  const read = tokenError.safeParse(jsonOf(text));
  const code = read.success ? read.data.error : String(status);
  if (status === 429) return new ProviderError('throttled', 'Google Cloud limits how often we may ask. We try again.', { code });
  if (status >= 500)
    return new ProviderError('transient', `Google Cloud has an internal error (${code}). We try again.`, { code, retryAfterMs: SECOND_MS });
  return new ProviderError('auth', badKey, { code });
};
