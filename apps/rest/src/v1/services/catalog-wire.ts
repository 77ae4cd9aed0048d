import { z } from '@hono/zod-openapi';
import { cloudSlugs, clouds, monthlyUsd, servicePlanNames, servicePlans, solutionSlugs, solutions } from '@notafter/domain';
import type { CloudOffer } from '@notafter/features';
import { rowId } from '../../wire/fields.ts';

const offeredPlan = z.object({
  plan: z.enum(servicePlanNames).openapi({ example: 'hobbyist' }),
  size: z.string().openapi({ description: 'The instance type.', example: 't3.medium' }),
  memory_mib: z.int().openapi({ description: 'What the plan says.', example: 4096 }),
  cpus: z.number().openapi({ example: 2 }),
  disk_gib: z.int().openapi({ example: 60 }),
  effective_memory_mib: z.int().openapi({ description: 'What a service gets here.', example: 4096 }),
  effective_cpus: z.number().openapi({ example: 2 }),
  price_hr: z.number().openapi({ example: 0.198027 }),
  price_month: z.number().openapi({ example: 144.56 }),
});

const offeredCloud = z.object({
  cloud: z.enum(cloudSlugs).openapi({ example: 'local' }),
  name: z.string().openapi({ example: 'This server' }),
  regions: z.array(
    z.object({
      code: z.string().openapi({ example: 'local' }),
      name: z.string().openapi({ example: 'This server' }),
      country: z.string().nullable(),
    }),
  ),
  accounts: z
    .array(
      z.object({
        id: rowId().nullable(),
        name: z.string().openapi({ example: 'Production' }),
        problem: z.string().nullable().openapi({ example: null }),
      }),
    )
    .openapi({ description: "The accounts that a service can use; an ID of null is the operator's." }),
  solutions: z.array(
    z.object({
      database: z.enum(solutionSlugs).openapi({ example: 'postgres' }),
      name: z.string().openapi({ example: 'PostgreSQL' }),
      available: z.boolean(),
      reason: z.string().nullable().openapi({ description: 'Why it cannot run here now.', example: null }),
    }),
  ),
  plans: z.array(offeredPlan),
});

export const wireCatalog = z.object({ clouds: z.array(offeredCloud) }).openapi('ServiceCatalog');

/** A cloud with the names and prices of the catalog. */
export const cloudOf = ({ cloud, accounts, solutions: support, sizes }: CloudOffer) => ({
  cloud,
  accounts,
  name: clouds[cloud].name,
  regions: clouds[cloud].regions,
  solutions: solutionSlugs.map((database) => {
    const offered = support[database];
    return { database, name: solutions[database].name, available: offered.runs, reason: offered.runs ? null : offered.reason };
  }),
  plans: servicePlans.map(({ name, instanceType, memoryMib, cpus, diskGib, hourlyUsd }) => ({
    plan: name,
    size: instanceType,
    memoryMib,
    cpus,
    diskGib,
    effectiveMemoryMib: sizes[name].memoryMib,
    effectiveCpus: sizes[name].cpus,
    priceHr: hourlyUsd,
    priceMonth: monthlyUsd(hourlyUsd),
  })),
});
