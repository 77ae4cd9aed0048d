import { createRoute, z } from '@hono/zod-openapi';
import { getHistoryEntry } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { idParameter } from '../../../wire/parameters.ts';
import { certificateParameters } from '../certificate-parameters.ts';
import { toWireChainCertificate, wireChainCertificate } from '../chain-wire.ts';
import { toWireHistoryEntry, wireHistoryEntry } from './history-wire.ts';

const answer = z
  .object({
    entry: wireHistoryEntry,
    certificate: z
      .union([wireChainCertificate, z.null()])
      .openapi({ description: 'The certificate served then; null if it is not stored.', example: null }),
  })
  .openapi('HistoryEntryAnswer');

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/{id}/history/{entry_id}',
  operationId: 'getHistoryEntry',
  tags: ['Certificates'],
  summary: 'One history entry with the certificate served then',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters.extend({ entry_id: idParameter<'history-entry'>("The history entry's id.") }) },
  responses: {
    200: { description: 'The entry.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...memberErrors, 'certificate_not_found', 'history_entry_not_found'),
  },
});

export const serveHistoryEntry = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { id, entry_id } = c.req.valid('param');
      const { entry, facts } = await getHistoryEntry(c.get('org'), { id, entryId: entry_id });
      return c.json({ entry: toWireHistoryEntry(entry), certificate: facts === null ? null : toWireChainCertificate(facts) }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
