import { z } from '@hono/zod-openapi';
import { deploymentStates } from '@notafter/domain';
import { getDeployment } from '@notafter/features';
import { operation } from '../../operation.ts';
import { instant } from '../../wire/fields.ts';
import { answers } from '../../wire/media.ts';
import { certificateParameters } from './certificate-wire.ts';

const deployedFields = { fingerprint256: z.string(), not_before: instant(), not_after: instant() };
const wireDeployed = z.object(deployedFields).openapi('DeployedCertificate');

const wireDeployment = z
  .object({
    state: z.enum(deploymentStates).nullable().openapi({
      description:
        '`not_reloaded`: the file has a newer certificate than the server. `not_deployed`: a newer one is known, and the file of the server has the old one. `left_behind`: other servers that had the same certificate serve a newer one. `unknown`: the server has a newer one than its file. Null: all agree.',
    }),
    since: instant().nullable(),
    issued: wireDeployed.openapi({ description: 'The newest that is known; the served one if all agree.' }),
    on_disk: z.array(
      z
        .object({
          ...deployedFields,
          collector_id: z.string(),
          collector: z.string(),
          path: z.string(),
          alias: z.string().nullable(),
          first_seen_at: instant(),
          seen_at: instant(),
          is_served: z.boolean(),
        })
        .openapi('DeployedFile'),
    ),
    served: wireDeployed.nullable().openapi({ description: 'Null for a certificate in a file that no endpoint serves.' }),
    servers: z
      .object({ deployed: z.number().int(), total: z.number().int() })
      .openapi({ description: 'Endpoints that have or had the served certificate, and how many of them serve a newer one.' }),
    also_behind: z.array(z.object({ id: z.string(), domain: z.string() })),
    reload_commands: z.array(z.object({ server: z.string(), command: z.string() })),
  })
  .openapi('Deployment');

export const deploymentOperation = operation(getDeployment, {
  method: 'get',
  path: '/v1/certificates/{id}/deployment',
  tag: 'Certificates',
  summary: 'Compare what is issued, on disk and served',
  description: 'Null if no file is known and no other endpoint has a newer certificate.',
  params: certificateParameters,
  input: ({ id }) => ({ certificateId: id }),
  answers: answers('The deployment.', z.object({ deployment: wireDeployment.nullable() })),
  view: ({ deployment }) => {
    if (deployment === null) return { deployment };
    const { files, count, reloads, ...rest } = deployment;
    return { deployment: { ...rest, onDisk: files, servers: count, reloadCommands: reloads } };
  },
  missing: 'certificate_not_found',
});
