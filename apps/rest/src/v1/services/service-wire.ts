import { z } from '@hono/zod-openapi';
import {
  backupSchedules,
  cloudSlugs,
  HOURS_PER_MONTH,
  type JobType,
  servicePlanNames,
  serviceStatuses,
  solutionSlugs,
} from '@notafter/domain';
import type { ServiceDetail, ServiceView } from '@notafter/features';
import { bodyIgnoring, instant, rowId, textField } from '../../wire/fields.ts';

const resourceId = () => textField().openapi({ description: 'The service.', example: 'pg-7f3a91c2' });

export const serviceParameters = z.object({ resource_id: resourceId().openapi({ param: { name: 'resource_id', in: 'path' } }) });

/** Old clients send their credentials in the body. They have identified the caller by now. */
const CREDENTIALS = ['token', 'org_id'];

export const placeFields = {
  cloud: textField().optional().openapi({ description: 'If given, that of the service.', example: 'local' }),
  region: textField().optional().openapi({ description: 'If given, that of the service.', example: 'local' }),
};

/** A body of the data-service calls. */
export const serviceBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => bodyIgnoring(CREDENTIALS, shape);

const port = z.object({ name: z.string().openapi({ example: 'native' }), port: z.int().openapi({ example: 5432 }) });
const size = z.object({
  memory_mib: z.int().openapi({ example: 4096 }),
  cpus: z.number().openapi({ example: 2 }),
  disk_gib: z.int().openapi({ example: 60 }),
});

const operation = z.object({
  job_id: rowId(),
  type: z.custom<JobType>((value) => typeof value === 'string').openapi({ type: 'string', example: 'service_deployment' }),
  step: z.string().openapi({ example: 'wait_for_engine' }),
  label: z.string().openapi({ example: 'Waiting for the first sign-in' }),
  percent: z.int().openapi({ description: '0 to 99.', example: 41 }),
  last_answer: z.string().nullable().openapi({ description: 'What the cloud or the engine said last.', example: null }),
  next_try_at: instant().nullable(),
});

export const wireService = z
  .object({
    resource_id: resourceId(),
    database: z.enum(solutionSlugs).openapi({ example: 'postgres' }),
    plan: z.enum(servicePlanNames).openapi({ example: 'hobbyist' }),
    size: z.string().openapi({ description: 'The instance type of the plan.', example: 't3.medium' }),
    cloud: z.enum(cloudSlugs).openapi({ example: 'local' }),
    region: z.string().openapi({ example: 'local' }),
    status: z
      .enum(['running'])
      .nullable()
      .openapi({
        enum: ['running', null],
        description: 'Null unless the service takes connections; `state` says more.',
        example: 'running',
      }),
    state: z.enum(serviceStatuses).openapi({ example: 'running' }),
    problem: z.string().nullable().openapi({ description: 'Why the state is `failed` or `unwell`.', example: null }),
    operation: operation.nullable(),
    price_hr: z.number().openapi({ description: 'US dollars an hour.', example: 0.198027 }),
    price_month: z.number().openapi({ description: `US dollars for ${HOURS_PER_MONTH} hours, rounded to cents.`, example: 144.56 }),
    cost: z.object({
      so_far_usd: z.number().openapi({ description: 'Hours times the price of its plan.', example: 12.87 }),
      month_usd: z.number().openapi({ description: 'In this month (UTC).', example: 9.5 }),
      month_forecast_usd: z.number().openapi({ description: 'Of this whole month, if it goes on like now.', example: 144.56 }),
    }),
    account: z
      .object({ id: rowId(), name: z.string().openapi({ example: 'Production' }) })
      .nullable()
      .openapi({ description: "The cloud account; null for this server and for the operator's." }),
    drift: z
      .string()
      .nullable()
      .openapi({ description: 'How the cloud differs from what was asked for, if somebody changed it there.', example: null }),
    host: z.string().nullable().openapi({ description: 'Null until it is known.', example: '127.0.0.1' }),
    ports: z.array(port),
    user: z.string().openapi({ example: 'postgres' }),
    version: z.string().nullable().openapi({ example: '18.1' }),
    effective_size: size.nullable().openapi({ description: 'The limits in force, which a small machine keeps below the plan.' }),
    termination_protection: z.boolean(),
    certificate_expires_at: instant().nullable(),
    running_since: instant().nullable(),
    created_at: instant(),
  })
  .openapi('Service');

/** A service under the names of the contract. */
export const serviceOf = (service: ServiceView) => {
  const { solution, instanceType, status, operation: running, hourlyUsd, monthlyUsd, size: effectiveSize, ...rest } = service;
  return {
    ...rest,
    database: solution,
    size: instanceType,
    status: status === 'running' || status === 'unwell' ? ('running' as const) : null,
    state: status,
    operation: running === null ? null : { ...running, jobId: running.id, type: running.kind, percent: Math.floor(running.percent) },
    priceHr: hourlyUsd,
    priceMonth: monthlyUsd,
    effectiveSize,
    terminationProtection: service.isProtected,
    certificateExpiresAt: service.certificateNotAfter,
  };
};

export const wireServiceDetail = z
  .object({
    ...wireService.shape,
    authority: z.string().nullable().openapi({
      description: 'The CA that clients verify the service with, in PEM; for a year before it is replaced, both.',
      example: null,
    }),
    names: z.array(z.string()).openapi({ description: 'Names that an admin added for its certificate.', example: ['db.example.com'] }),
    certificate: z.object({
      names: z.array(z.string()).openapi({ example: ['db.example.com', '192.0.2.7'] }),
      issued_fingerprint256: z.string().nullable(),
      served_fingerprint256: z.string().nullable().openapi({ description: 'Of the certificate that the engine served at the last look.' }),
    }),
    password_changed_at: instant().nullable().openapi({ description: 'Null if it was never changed.' }),
    allowlist: z.object({
      ranges: z.array(z.string()).openapi({ description: 'Addresses and CIDRs that clients may connect from; none: any.', example: [] }),
      unsupported: z.string().nullable().openapi({ description: 'Why they can not be restricted, if so.', example: null }),
    }),
    backups: z.object({
      schedule: z.enum(backupSchedules).openapi({ example: 'daily' }),
      problem: z.string().nullable().openapi({ description: 'Why backups or restore drills do not run as they should.', example: null }),
      unsupported: z.string().nullable().openapi({ description: 'Why this solution has no backups, if so.', example: null }),
      interruption: z.string().nullable().openapi({ description: 'What a backup does to clients, if anything.', example: null }),
      place: z.string().openapi({ description: 'Where backups go.', example: '/var/backups/notafter' }),
    }),
    events: z.array(z.object({ id: rowId(), text: z.string().openapi({ example: 'PostgreSQL 18.1 is running.' }), at: instant() })),
  })
  .openapi('ServiceDetail');

export const wireOldConnections = z
  .object({
    password_changed_at: instant().nullable().openapi({ description: 'Null if it was never changed.' }),
    unsupported: z.string().nullable().openapi({ description: 'Why nothing is known of them, if so.', example: null }),
    connections: z.array(
      z.object({
        client: z.string().nullable().openapi({ description: 'As it calls itself.', example: 'billing-api' }),
        address: z.string().nullable().openapi({ description: 'Null for a client without a network.', example: '192.0.2.10' }),
        count: z.int().openapi({ example: 4 }),
        since: instant(),
      }),
    ),
  })
  .openapi('OldConnections');

/** One service under the names of the contract. */
export const serviceDetailOf = ({ authority, events, extraNames, allowlist, backups, passwordChangedAt, ...service }: ServiceDetail) => ({
  ...serviceOf(service),
  ...{
    authority,
    events,
    passwordChangedAt,
    names: extraNames,
    allowlist: { ...allowlist, unsupported: allowlist.reasonAgainst },
    backups: { ...backups, unsupported: backups.reasonAgainst },
  },
  certificate: {
    names: service.certificateNames,
    issuedFingerprint256: service.certificateFingerprint256,
    servedFingerprint256: service.servedFingerprint256,
  },
});
