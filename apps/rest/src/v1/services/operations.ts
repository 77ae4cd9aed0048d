import { z } from '@hono/zod-openapi';
import { brandId, cloudSlugs, isUuid, orList, servicePlanNames, solutionSlugs } from '@notafter/domain';
import { LIST_LIMIT_MAX } from '@notafter/domain/inputs';
import {
  closeOldConnections,
  deleteService,
  deployService,
  getCatalog,
  getService,
  listOldConnections,
  listServices,
  nameService,
  protectService,
  resizeService,
  revealServicePassword,
  rotateServicePassword,
  setAllowlist,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { rowId, strictBody, textField } from '../../wire/fields.ts';
import { answers, mayTake, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape } from '../../wire/page.ts';
import { pageParameters } from '../../wire/parameters.ts';
import { backupOperations } from './backups.ts';
import { cloudOf, wireCatalog } from './catalog-wire.ts';
import { cloudAccountOperations } from './cloud-accounts.ts';
import { exportOperation } from './export.ts';
import {
  placeFields,
  serviceBody,
  serviceDetailOf,
  serviceOf,
  serviceParameters,
  wireOldConnections,
  wireService,
  wireServiceDetail,
} from './service-wire.ts';

const tag = 'Services';
const path = '/v1/services';
const missing = 'service_not_found';

const plan = textField().openapi({ description: `${servicePlanNames.join(', ')}, or the instance type of one.`, example: 'hobbyist' });
const named = { ...placeFields, resource_id: textField().openapi({ example: 'pg-7f3a91c2' }) };
const place = { cloud: 'local', region: 'local', resource_id: 'pg-7f3a91c2' };
const credentials = 'Old clients may send `token` and `org_id` in the body instead of headers.';
const changing = z.object({
  resource_id: z.string().openapi({ example: 'pg-7f3a91c2' }),
  status: z.string().openapi({ example: 'deploying' }),
});

const deployBody = serviceBody({
  cloud: z.enum(cloudSlugs, `must be ${orList(cloudSlugs)}`).openapi({ example: 'local' }),
  database: z.enum(solutionSlugs, `must be ${orList(solutionSlugs)}`).openapi({ description: 'The solution.', example: 'postgres' }),
  plan,
  region: textField().openapi({ example: 'local' }),
  account: z
    .string()
    .refine(isUuid, 'must be the ID of a cloud account')
    .transform((text) => brandId<'cloud-account'>(text.toLowerCase()))
    .optional()
    .openapi({
      type: 'string',
      format: 'uuid',
      description: "The cloud account; left out, the operator's, or the only one that there is.",
    }),
  user: textField().optional().openapi({ description: 'The email address of the first user, for `metabase` only.' }),
  password: textField().optional().openapi({ description: 'The password of the first user, for `metabase` only.', format: 'password' }),
}).openapi('NewService');

/** The calls of the specification: all are POST, with what they mean in the body. */
const documentedCalls: readonly Operation[] = [
  operation(deployService, {
    method: 'post',
    path: `${path}/deploy`,
    tag,
    summary: 'Deploy a service',
    description: `Answers at once; follow it with \`GET ${path}/{resource_id}\`. ${credentials}`,
    body: takes(deployBody, { cloud: 'local', database: 'postgres', plan: 'hobbyist', region: 'local' }),
    answers: answers('The deployment began.', changing.openapi('ServiceDeployed')),
    errors: ['cloud_not_enabled', 'solution_not_offered', 'cloud_account_not_found'],
  }),
  operation(listServices, {
    method: 'post',
    path: `${path}/list`,
    tag,
    id: 'listAllServices',
    summary: 'List services, at its other address',
    description: `The newest 500. Needs no body. ${credentials}`,
    body: mayTake(serviceBody({}).openapi('ServiceListRequest'), {}),
    input: () => ({ limit: 500 }),
    answers: answers('The services, newest first.', z.array(wireService)),
    view: ({ services }) => services.map(serviceOf),
  }),
  operation(deleteService, {
    method: 'post',
    path: `${path}/terminate`,
    tag,
    id: 'terminateService',
    summary: 'Delete a service',
    description: `Deletes it with all data, and answers at once. It replaces an operation under way. ${credentials}`,
    body: takes(
      serviceBody({
        ...named,
        final_backup: z
          .boolean('must be true or false')
          .optional()
          .openapi({ description: 'Back it up first, and delete it only if that succeeds.', example: false }),
      }).openapi('ServiceToTerminate'),
      place,
    ),
    input: ({ finalBackup, ...ref }) => ({ ...ref, backsUpFirst: finalBackup }),
    answers: answers('The deletion began.', changing.openapi('ServiceTerminated')),
    view: (_none, { resourceId }) => ({ resourceId, status: 'deleting' }),
    missing,
    errors: ['service_protected', 'service_busy', 'service_not_running', 'backup_unsupported'],
  }),
  operation(resizeService, {
    method: 'post',
    path: `${path}/resize`,
    tag,
    summary: 'Resize a service',
    description: `Moves it to another plan with its data, and answers at once. ${credentials}`,
    body: takes(serviceBody({ ...named, plan }).openapi('ServiceToResize'), { ...place, plan: 'professional' }),
    answers: answers('The resize began.', changing.openapi('ServiceResized')),
    view: (_operation, { resourceId }) => ({ resourceId, status: 'resizing' }),
    job: ({ operationId }) => operationId,
    missing,
    errors: ['resize_unsupported', 'plan_unchanged', 'service_not_running', 'service_busy'],
  }),
];

const params = serviceParameters;

export const servicesOperations: readonly Operation[] = [
  ...documentedCalls,
  ...backupOperations,
  ...cloudAccountOperations,
  exportOperation,
  operation(getCatalog, {
    method: 'get',
    path: `${path}/catalog`,
    tag,
    id: 'getServiceCatalog',
    summary: 'List what can be deployed',
    description: 'The enabled clouds: which solutions run there now, and the reason for the others.',
    answers: answers('The clouds.', wireCatalog),
    view: ({ clouds }) => ({ clouds: clouds.map(cloudOf) }),
  }),
  operation(listServices, {
    method: 'get',
    path,
    tag,
    summary: 'List services',
    query: z.object(pageParameters('Services', LIST_LIMIT_MAX)),
    answers: answers('The services, newest first.', z.object({ services: z.array(wireService), ...pageShape }).openapi('ServiceList')),
    view: ({ services, ...page }) => ({ services: services.map(serviceOf), ...page }),
  }),
  operation(getService, {
    method: 'get',
    path: `${path}/{resource_id}`,
    tag,
    summary: 'Get a service',
    params,
    answers: answers('The service.', z.object({ service: wireServiceDetail }).openapi('ServiceAnswer')),
    view: (service) => ({ service: serviceDetailOf(service) }),
    missing,
  }),
  operation(revealServicePassword, {
    method: 'get',
    path: `${path}/{resource_id}/password`,
    tag,
    summary: 'Get the password of a service',
    description: 'Leaves a row in the audit log.',
    params,
    answers: answers(
      'User and password.',
      z
        .object({ user: z.string().openapi({ example: 'postgres' }), password: z.string().openapi({ format: 'password' }) })
        .openapi('ServicePassword'),
    ),
    missing,
  }),
  operation(rotateServicePassword, {
    method: 'post',
    path: `${path}/{resource_id}/rotate-password`,
    tag,
    summary: 'Change the password of a service',
    description: 'Needs no body, and answers at once. The old password ends once a connection with the new one was made.',
    params,
    answers: answers('The change began.', z.object({ job_id: rowId() }).openapi('ServicePasswordChange')),
    view: ({ operationId }) => ({ jobId: operationId }),
    job: ({ operationId }) => operationId,
    missing,
    errors: ['rotation_unsupported', 'service_not_running', 'service_busy'],
  }),
  operation(listOldConnections, {
    method: 'get',
    path: `${path}/{resource_id}/old-connections`,
    tag,
    summary: 'List connections from before the password was changed',
    description: 'As the engine says now. A change of the password does not end them, but they can not connect again with the old one.',
    params,
    answers: answers('The connections, the oldest first, at most a hundred lines.', wireOldConnections),
    view: ({ changedAt, reasonAgainst, connections }) => ({ passwordChangedAt: changedAt, unsupported: reasonAgainst, connections }),
    missing,
  }),
  operation(closeOldConnections, {
    method: 'delete',
    path: `${path}/{resource_id}/old-connections`,
    tag,
    summary: 'Close connections from before the password was changed',
    params,
    answers: says('The connections were closed.'),
    missing,
    errors: ['connections_not_closed'],
  }),
  operation(nameService, {
    method: 'put',
    path: `${path}/{resource_id}/names`,
    tag,
    summary: 'Set further names of a service',
    description:
      'DNS names in its certificate, beside its own name and address. Replaces those of before, and issues a new certificate. Point them at the service in your DNS.',
    params,
    body: takes(strictBody({ names: z.array(z.string('must be a string'), 'must be an array') }).openapi('ServiceNames'), {
      names: ['db.example.com'],
    }),
    answers: says('The names were changed.'),
    missing,
    errors: ['service_name_taken'],
  }),
  operation(setAllowlist, {
    method: 'put',
    path: `${path}/{resource_id}/allowlist`,
    tag,
    summary: 'Set the IP allowlist of a service',
    description:
      'Addresses and CIDRs that clients may connect from, at most 32; none: any. Replaces those of before, and answers at once. Only PostgreSQL as a process can restrict them. Open connections stay.',
    params,
    body: takes(strictBody({ ranges: z.array(z.string('must be a string'), 'must be an array') }).openapi('ServiceAllowlist'), {
      ranges: ['203.0.113.0/24'],
    }),
    answers: answers('The change began.', z.object({ job_id: rowId() }).openapi('ServiceAllowlistChange')),
    view: ({ operationId }) => ({ jobId: operationId }),
    job: ({ operationId }) => operationId,
    missing,
    errors: ['service_not_running', 'service_busy'],
  }),
  operation(protectService, {
    method: 'put',
    path: `${path}/{resource_id}/termination-protection`,
    tag,
    summary: 'Switch termination protection',
    params,
    body: takes(strictBody({ enabled: z.boolean('must be true or false') }).openapi('TerminationProtection'), { enabled: true }),
    input: ({ resourceId, enabled }) => ({ resourceId, isProtected: enabled }),
    answers: says('Termination protection was changed.'),
    missing,
  }),
];
