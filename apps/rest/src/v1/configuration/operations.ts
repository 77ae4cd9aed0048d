import { z } from '@hono/zod-openapi';
import { applyConfigurationInput, planConfigurationInput } from '@notafter/domain/inputs';
import { applyConfiguration, exportConfiguration, planConfiguration } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers, takes } from '../../wire/media.ts';
import { wireApplied, wireExport, wirePlan } from './configuration-wire.ts';

const tag = 'Configuration';

const example = {
  stack: 'default',
  prune: false,
  configuration: {
    environments: [{ key: 'production', name: 'Production' }],
    endpoints: [{ key: 'shop', domain: 'shop.example.com', environment: 'production', tags: { team: 'web' } }],
    channels: [{ key: 'on-call', type: 'slack', name: 'On-call', settings: { webhook: 'https://hooks.slack.com/services/T0/B0/X' } }],
    routes: [{ key: 'production', environment: 'production', channels: ['on-call'] }],
    alerts: { days: [30, 7, 1] },
  },
} as const;

export const configurationOperations: readonly Operation[] = [
  operation(exportConfiguration, {
    method: 'get',
    path: '/v1/configuration',
    tag,
    summary: 'Export the configuration',
    description: 'Everything of the organization as a file has it, with names of variables in place of secrets.',
    query: z.object({
      stack: z
        .string()
        .optional()
        .openapi({ param: { name: 'stack', in: 'query' }, description: 'Whose keys are used; `default` if absent.', example: 'web' }),
    }),
    input: ({ stack = 'default' }) => ({ stack }),
    answers: answers('The configuration.', wireExport),
  }),
  operation(planConfiguration, {
    method: 'post',
    path: '/v1/configuration/plan',
    tag,
    summary: 'Plan a configuration',
    description: 'What applying it would do. Changes nothing.',
    body: takes(planConfigurationInput, example),
    answers: answers('The plan.', wirePlan),
  }),
  operation(applyConfiguration, {
    method: 'post',
    path: '/v1/configuration/apply',
    tag,
    summary: 'Apply a configuration',
    description:
      'Step by step. What was done stays when a step is refused, and the next time only the rest is left. With `prune`, objects that this stack applied earlier and that the file no longer has are deleted; no others ever are.',
    body: takes(applyConfigurationInput, example),
    answers: answers('What was done.', wireApplied),
    errors: ['configuration_conflict', 'configuration_changed'],
  }),
];
