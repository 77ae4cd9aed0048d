import { z } from '@hono/zod-openapi';
import { addEnvironment, listEnvironments, removeEnvironment, updateEnvironment } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers, takes } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { pageShape, wholeOrPageOf } from '../../wire/page.ts';
import { idParameter, laterPageParameters } from '../../wire/parameters.ts';
import { environmentBody, wireEnvironment } from './environment-wire.ts';

const tag = 'Environments';
const path = '/v1/environments';
const missing = 'environment_not_found';

const params = z.object({ id: idParameter<'environment'>('The environment.') });
const body = takes(environmentBody, { name: 'Production', description: 'What customers see' });
const environmentAnswer = z.object({ environment: wireEnvironment }).openapi('EnvironmentAnswer');

export const environmentsOperations: readonly Operation[] = [
  operation(listEnvironments, {
    method: 'get',
    path,
    tag,
    summary: 'List environments',
    description: 'By name.',
    query: z.object(laterPageParameters('Environments')),
    answers: answers(
      'All of them, or a page.',
      z
        .object({
          environments: z.array(wireEnvironment),
          ...pageShape,
          limit: z.int().nullable().openapi({ description: 'How many the plan allows; null for any number, 0 for none.', example: 2 }),
        })
        .openapi('EnvironmentList'),
    ),
    view: ({ environments, limit }, given) => {
      const { rows, ...page } = wholeOrPageOf(environments, given, ({ id }) => id);
      return { environments: rows, ...page, limit };
    },
  }),
  operation(addEnvironment, {
    method: 'post',
    path,
    tag,
    summary: 'Add an environment',
    description: 'As many as the plan allows, where it has environments.',
    body,
    input: ({ name, description }) => ({ name, description: description || null }),
    answers: answers('Added.', environmentAnswer),
    errors: ['environment_limit', 'environment_exists'],
  }),
  operation(updateEnvironment, {
    method: 'put',
    path: `${path}/{id}`,
    tag,
    summary: 'Change an environment',
    description: 'Replaces name and description; without a description it has none.',
    params,
    body,
    input: ({ id, name, description }) => ({ id, name, description: description || null }),
    answers: answers('Changed.', environmentAnswer),
    missing,
    errors: ['environment_exists'],
  }),
  operation(removeEnvironment, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete an environment',
    description: 'Refused while certificates are assigned to it.',
    params,
    answers: says('Environment deleted successfully!'),
    missing,
    errors: ['environment_in_use'],
  }),
];
