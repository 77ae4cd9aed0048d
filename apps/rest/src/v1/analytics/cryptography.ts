import { z } from '@hono/zod-openapi';
import { cryptographyParts, dateText } from '@notafter/domain';
import { type CbomPage, exportCbom, getCryptography, type OrgContext } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { orgOf } from '../../rest-environment.ts';
import { answers } from '../../wire/media.ts';
import { streamOf } from '../../wire/paged-file.ts';

const wireCryptography = z
  .object({
    total: z.int().openapi({ description: 'Endpoints ever reached.', example: 312 }),
    post_quantum: z.int().openapi({ description: 'Of these, with a key exchange that resists a quantum computer.', example: 280 }),
    with_group: z.int().openapi({ description: 'Of these, with a known key exchange.', example: 312 }),
    parts: z
      .array(
        z.object({
          part: z.enum(cryptographyParts).openapi({ example: 'group' }),
          values: z.array(z.object({ name: z.string().openapi({ example: 'X25519MLKEM768' }), count: z.int().openapi({ example: 280 }) })),
        }),
      )
      .openapi({ description: 'Protocol, cipher suite, key exchange, key and signature, each with its values, most endpoints first.' }),
  })
  .openapi('Cryptography');

const wireCbom = z
  .looseObject({
    bomFormat: z.literal('CycloneDX'),
    specVersion: z.literal('1.7'),
    serialNumber: z.string().openapi({ example: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79' }),
    components: z.array(z.looseObject({})).openapi({ description: 'Algorithms, protocols and certificates.' }),
    services: z.array(z.looseObject({})).openapi({ description: 'Endpoints.' }),
    dependencies: z.array(z.looseObject({})).openapi({ description: 'The protocol and the certificate of each endpoint.' }),
  })
  .openapi('CryptographyBom');

async function* textOf(org: OrgContext, first: CbomPage): AsyncGenerator<string> {
  let page = first;
  yield page.text;
  while (page.nextCursor !== null) {
    page = await exportCbom(org, { cursor: page.nextCursor });
    yield page.text;
  }
}

export const cryptographyOperations: readonly Operation[] = [
  operation(getCryptography, {
    method: 'get',
    path: '/v1/cryptography',
    tag: 'Analytics',
    summary: 'Get the cryptography in use',
    description: 'Of the last handshake with each endpoint. Above 10,000 certificates up to five minutes old.',
    answers: answers('The inventory.', wireCryptography),
  }),
  operation(exportCbom, {
    method: 'get',
    path: '/v1/cryptography/cbom',
    tag: 'Analytics',
    summary: 'Export a cryptography bill of materials',
    description: 'CycloneDX 1.7 in JSON, streamed.',
    input: () => ({ cursor: undefined }),
    answers: answers<unknown>('The document.', wireCbom),
    respond: (first, _given, c) => {
      const org = orgOf(c);
      return c.body(streamOf(textOf(org, first)), 200, {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="cbom-${dateText(org.clock.now())}.cdx.json"`,
      });
    },
  }),
];
