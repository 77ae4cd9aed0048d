import { z } from '@hono/zod-openapi';
import { accountClouds, type CloudCredentials } from '@notafter/domain';
import {
  addCloudAccount,
  checkCloudAccount,
  deleteCloudAccount,
  forgetCloudAccount,
  listCloudAccounts,
  setCloudCredentials,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { instant, rowId, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { idParameter } from '../../wire/parameters.ts';

const tag = 'Cloud accounts';
const path = '/v1/cloud-accounts';
const missing = 'cloud_account_not_found';
const params = z.object({ id: idParameter<'cloud-account'>('The account.') });
const secret = () => textField().openapi({ format: 'password' });

/** `CloudCredentials`. */
const wireCredentials = z
  .discriminatedUnion('cloud', [
    strictBody({ cloud: z.literal('aws'), access_key_id: textField(), secret_access_key: secret() }),
    strictBody({ cloud: z.literal('digitalocean'), token: secret() }),
    strictBody({ cloud: z.literal('gcp'), key: secret().openapi({ description: 'The JSON key file of a service account.' }) }),
    strictBody({
      cloud: z.literal('azure'),
      tenant_id: textField(),
      client_id: textField(),
      client_secret: secret(),
      subscription_id: textField(),
    }),
  ])
  .openapi('CloudCredentials');
const credentialsOf = (given: z.output<typeof wireCredentials>): CloudCredentials => {
  switch (given.cloud) {
    case 'aws':
      return { cloud: given.cloud, accessKeyId: given.access_key_id, secretAccessKey: given.secret_access_key };
    case 'azure': {
      const { cloud, tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, subscription_id: subscriptionId } = given;
      return { cloud, tenantId, clientId, clientSecret, subscriptionId };
    }
    default:
      return given;
  }
};
const example = { cloud: 'digitalocean', token: 'dop_v1_…' } as const;

const cloud = () => z.enum(accountClouds).openapi({ example: 'digitalocean' });
const account = z
  .object({
    id: rowId().nullable().openapi({ description: "Null: the account of the installation's operator." }),
    name: z.string().openapi({ example: 'Production' }),
    cloud: cloud(),
    problem: z.string().nullable().openapi({ description: 'Why it can not be used, at the last look.', example: null }),
    refused: z.boolean().openapi({ description: 'The cloud refuses it, so that its services can only be forgotten.' }),
    checked_at: instant().nullable(),
    service_count: z.int().openapi({ example: 3 }),
    cost: z.object({
      so_far_usd: z.number().openapi({ example: 212.87 }),
      month_usd: z.number().openapi({ example: 59.5 }),
      month_forecast_usd: z.number().openapi({ example: 433.68 }),
    }),
  })
  .openapi('CloudAccount');

export const cloudAccountOperations: readonly Operation[] = [
  operation(listCloudAccounts, {
    method: 'get',
    path,
    tag,
    summary: 'List cloud accounts',
    description: 'Without their credentials, which are never answered.',
    answers: answers(
      "The accounts, the operator's first.",
      z.object({ accounts: z.array(account), clouds: z.array(cloud()) }).openapi('CloudAccountList'),
    ),
    view: ({ accounts, clouds }) => ({ accounts: accounts.map((one) => ({ ...one, refused: one.isRefused })), clouds: [...clouds] }),
  }),
  operation(addCloudAccount, {
    method: 'post',
    path,
    tag,
    summary: 'Add a cloud account',
    description: 'Asks the cloud first whether the account allows all that services need. Nothing is created there.',
    body: takes(
      strictBody({ name: textField().openapi({ example: 'Production' }), credentials: wireCredentials }).openapi('NewCloudAccount'),
      {
        name: 'Production',
        credentials: example,
      },
    ),
    input: ({ name, credentials }) => ({ name, credentials: credentialsOf(credentials) }),
    answers: answers('The account was added.', z.object({ id: rowId() }).openapi('CloudAccountAdded')),
    errors: ['cloud_not_enabled', 'cloud_account_unusable', 'cloud_account_exists', 'cloud_account_limit'],
  }),
  operation(setCloudCredentials, {
    method: 'put',
    path: `${path}/{id}/credentials`,
    tag,
    summary: 'Replace the credentials of a cloud account',
    params,
    body: takes(strictBody({ credentials: wireCredentials }).openapi('NewCloudCredentials'), { credentials: example }),
    input: ({ id, credentials }) => ({ id, credentials: credentialsOf(credentials) }),
    answers: says('The credentials were replaced.'),
    missing,
    errors: ['cloud_account_unusable'],
  }),
  operation(checkCloudAccount, {
    method: 'post',
    path: `${path}/{id}/check`,
    tag,
    summary: 'Check a cloud account',
    description: 'Asks the cloud whether the account allows all that services need. Needs no body.',
    params,
    answers: answers(
      'What is missing, if anything.',
      z.object({ problem: z.string().nullable().openapi({ example: null }) }).openapi('CloudAccountCheck'),
    ),
    missing,
  }),
  operation(forgetCloudAccount, {
    method: 'post',
    path: `${path}/{id}/forget`,
    tag,
    summary: 'Forget a cloud account that its cloud refuses',
    description: 'Its services are forgotten too: nothing of them can be deleted on the cloud any more. Needs no body.',
    params,
    answers: answers(
      'What may still be on the cloud, and cost money there.',
      z
        .object({
          leftovers: z.array(
            z.object({
              resource_id: z.string().openapi({ example: 'pg-7f3a91c2' }),
              region: z.string().openapi({ example: 'fra1' }),
              region_name: z.string().openapi({ example: 'Frankfurt 1' }),
              host: z.string().nullable().openapi({ example: '203.0.113.7' }),
              names: z.array(z.string()).openapi({ example: ['notafter-0198c5a0-0000-7000-8000-000000000001'] }),
            }),
          ),
        })
        .openapi('CloudAccountForgotten'),
    ),
    missing,
    errors: ['cloud_account_works'],
  }),
  operation(deleteCloudAccount, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete a cloud account that no service uses',
    params,
    answers: says('The account was deleted.'),
    missing,
    errors: ['cloud_account_in_use'],
  }),
];
