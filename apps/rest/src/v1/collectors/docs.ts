import { createRoute, z } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import { errorResponses } from '../../errors/error-responses.ts';
import type { Operation } from '../../operation.ts';
import { collectorDocsPage } from './docs-page.ts';

const docs = {
  title: 'Certificates in closed networks',
  available: true,
  sections: [
    {
      title: 'What a collector does',
      text: 'A collector is a program that you run inside a network that this server cannot reach. It probes endpoints, reads certificate files and TLS secrets of Kubernetes, and reports what it saw. The server judges the reports, stores them and alerts. Collectors are available on the Enterprise plan.',
    },
    {
      title: 'Enroll it',
      text: 'Add a collector under Collectors, or with `POST /v1/collectors`. The answer has a token that works once, for seven days. On a machine inside the network, install it with `npm install --global @notafter/collector` (Node 24 or newer), then run `notafter-collector enroll TOKEN` and `notafter-collector run`. The program creates an Ed25519 key that never leaves the machine. An admin can revoke it at any time.',
    },
    {
      title: 'Allow what it may probe',
      text: "The collector's own file, `/etc/notafter/collector.yaml`, lists the networks and ports that it may probe. The server can ask for endpoints with `POST /v1/collectors/{id}/endpoints`. The collector probes them only if its file allows the address and the port. Nothing that the server sends widens that list.",
    },
    {
      title: 'Watch files',
      text: 'The same file names files and folders. The collector reads PEM, DER, PKCS#12, JKS and kubeconfig files. It reports certificates, and whether a private key is beside them. It never stores, sends or logs a private key.',
    },
    {
      title: 'Cross an air gap',
      text: 'Without a connection, the same bundles travel as files: signed by the collector, sealed to the server, numbered and chained. `notafter-collector export FOLDER` writes them. Import them under Collectors, or with `POST /v1/collectors/import`. Each is stored or refused by itself, and gaps, replays, forks and bundles of other organizations are named. Carry the receipts back: `notafter-collector receipt FILE` deletes what the server has.',
    },
  ],
};

const wireDocs = z
  .object({
    docs: z.object({
      title: z.string(),
      available: z.boolean().openapi({ description: 'Whether there is a collector to install.' }),
      sections: z.array(z.object({ title: z.string(), text: z.string().openapi({ description: 'With `code` in backticks.' }) })),
    }),
  })
  .openapi('CollectorDocs');

const path = '/v1/collector/docs';
const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html';

const route = createRoute({
  method: 'get',
  path,
  operationId: 'getCollectorDocs',
  tags: ['Collectors'],
  summary: 'How to watch certificates in closed networks',
  description: 'The same for everybody. A caller that prefers `text/html` gets it as a page.',
  responses: {
    200: {
      description: 'What there is.',
      content: { [JSON_TYPE]: { schema: wireDocs, example: { docs } }, [HTML_TYPE]: { schema: z.string() } },
    },
    ...errorResponses(),
  },
});

/** A fixed text, so it has no use case. */
export const collectorDocsOperations: readonly Operation[] = [
  {
    id: 'getCollectorDocs',
    method: 'GET',
    path,
    useCase: null,
    forMembers: false,
    queryParameters: new Set(),
    takesBody: false,
    serve: (app) => {
      const page = collectorDocsPage(docs);
      app.get(path, async (c, next) => {
        c.header('Vary', 'Accept', { append: true });
        const type = accepts(c, { header: 'Accept', supports: [JSON_TYPE, HTML_TYPE], default: JSON_TYPE });
        return type === HTML_TYPE ? c.html(page) : next();
      });
      app.openapi(route, (c) => c.json({ docs }, 200));
    },
  },
];
