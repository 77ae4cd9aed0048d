import { ProviderError, type ProviderFault } from '@notafter/domain';
import { z } from 'zod';

const sdkError = z.object({
  name: z.string().default('Error'),
  message: z.string().default(''),
  Code: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).default({}),
});

/** The permission that a refused call needs is the action's own. */
export type AwsAction = `ec2:${string}`;

const THROTTLED = ['RequestLimitExceeded', 'Throttling', 'ThrottlingException', 'EC2ThrottledException'];
const CREDENTIALS = ['AuthFailure', 'InvalidClientTokenId', 'SignatureDoesNotMatch', 'ExpiredToken', 'RequestExpired'];
const CAPACITY = /^Insufficient\w*Capacity$|^Unsupported$/;
const QUOTA = /LimitExceeded$|^ResourceCountExceeded$|QuotaExceeded$/;
const CONFLICT = [
  ...[
    'IncorrectInstanceState',
    'IncorrectState',
    'VolumeInUse',
    'DependencyViolation',
    'IncorrectModificationState',
    'VolumeModificationRateExceeded',
  ],
  ...['InvalidGroup.Duplicate', 'InvalidPermission.Duplicate', 'InvalidPermission.NotFound', 'InvalidGroup.InUse'],
  ...['IdempotentInstanceTerminated', 'Resource.AlreadyAssociated', 'InvalidIPAddress.InUse'],
];
const MESSAGE_MAX = 200;
/** Its message names the permission that lacks, which can be another than that of the call. */
const permissionIn = (message: string): string | null => /not authorized to perform: (\w+:\w+)/.exec(message)?.[1] ?? null;

/** Explains a refusal of EC2, or a call without an answer: what happened, and what a person can do. */
export const explainAws = (action: AwsAction, error: unknown): ProviderError => {
  const read = sdkError.safeParse(error);
  const { name, Code, message, $metadata } = read.success ? read.data : sdkError.parse({});
  const status = $metadata.httpStatusCode ?? null;
  const code = Code ?? name;
  const said = message.replace(/\s+/g, ' ').slice(0, MESSAGE_MAX);
  const say = (fault: ProviderFault, text: string) => new ProviderError(fault, text, { code, cause: error });
  if (code === 'CredentialsProviderError') return say('auth', 'AWS needs an access key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  if (status === null) return say('transient', "AWS can't be reached. We try again.");
  if (THROTTLED.includes(code)) return say('throttled', 'AWS limits how often we may ask. We try again.');
  if (CREDENTIALS.includes(code))
    return say(
      'auth',
      `AWS refuses the access key (${code}). Enter a valid one for the account, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to it.`,
    );
  if (code === 'UnauthorizedOperation')
    return say('auth', `The AWS access key lacks the permission ${permissionIn(message) ?? action}. Add it to the key's policy.`);
  if (CAPACITY.test(code))
    return say('capacity', `AWS has no room for this plan in this region now (${code}). Try another plan or region, or later.`);
  if (QUOTA.test(code))
    return say('quota', `The AWS account has reached a limit (${code}). Ask AWS to raise it, or delete what you don't need.`);
  if (CONFLICT.includes(code)) return say('conflict', `AWS answered: ${said}`);
  if (/NotFound$/.test(code)) return say('not_found', `AWS does not know this: ${said}`);
  if (status >= 500) return say('transient', `AWS has an internal error (${code}). We try again.`);
  return say('invalid', `AWS refused ${action} (${code}): ${said} This should not happen: report it.`);
};
