import { createRoute, z } from '@hono/zod-openapi';
import { type MissingIssuer, type RevocationFact, revocationStatuses } from '@notafter/domain';
import { getCertificate } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { instant } from '../../wire/fields.ts';
import { toWireAddress, wireAddress } from './addresses/address-wire.ts';
import { certificateParameters } from './certificate-parameters.ts';
import { certificateShape, isoOrNull, toWireCertificate } from './certificate-wire.ts';
import { toWireChainCertificate, wireChainCertificate } from './chain-wire.ts';

const detail = z
  .object({
    ...certificateShape,
    chain: z.array(wireChainCertificate).openapi({ description: 'As the server sent it, leaf first.' }),
    root: z
      .union([wireChainCertificate, z.null()])
      .openapi({ description: 'The trusted root where the server did not send it itself.', example: null }),
    next_check: instant().nullable(),
    addresses: z
      .array(wireAddress)
      .openapi({ description: 'Every address behind the name, at most 16, looked at once a day and on demand.' }),
    missing_issuer: z
      .object({
        name: z.string().openapi({ example: 'R12' }),
        url: z.string().openapi({ description: 'Where the certificate below it says that it is.', example: 'http://r12.i.lencr.org/' }),
        leads_to_root: z.boolean().nullable().openapi({ description: 'Whether the chain is trusted with it; null where unknown.' }),
      })
      .nullable()
      .openapi({ description: 'The certificate that the server omits from an incomplete chain, if known.', example: null }),
    revocation: z
      .object({
        status: z.enum(revocationStatuses).openapi({ description: '`unknown` and `not_checked` say nothing good.', example: 'good' }),
        source: z.enum(['crl', 'ocsp']).nullable().openapi({ description: 'The list or the stapled answer it rests on.', example: 'crl' }),
        detail: z.string().openapi({ example: 'Not revoked.' }),
        checked_at: instant().nullable(),
      })
      .nullable()
      .openapi({ description: 'Whether the certificate was revoked; null until the first check.' }),
  })
  .openapi('CertificateDetail');

const toWireRevocation = (fact: RevocationFact | null) =>
  fact === null ? null : { status: fact.status, source: fact.source, detail: fact.detail, checked_at: isoOrNull(fact.checkedAt) };

const toWireMissing = ({ name, url, leadsToRoot }: MissingIssuer) => ({ name, url, leads_to_root: leadsToRoot });

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/{id}',
  operationId: 'getCertificate',
  tags: ['Certificates'],
  summary: 'Get a certificate',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: certificateParameters },
  responses: {
    200: {
      description: 'The certificate with its chain.',
      content: { 'application/json': { schema: z.object({ certificate: detail }).openapi('CertificateDetailAnswer') } },
    },
    ...errorResponses(...memberErrors, 'certificate_not_found'),
  },
});

export const serveGetCertificate = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { certificate } = await getCertificate(c.get('org'), c.req.valid('param'));
      const { chain, root, nextCheckAt, addresses, missingIssuer, revocation } = certificate;
      const answer = {
        ...toWireCertificate(certificate),
        chain: chain.map(toWireChainCertificate),
        root: root === null ? null : toWireChainCertificate(root),
        next_check: isoOrNull(nextCheckAt),
        addresses: addresses.map((address) => toWireAddress(address, certificate)),
        missing_issuer: missingIssuer === null ? null : toWireMissing(missingIssuer),
        revocation: toWireRevocation(revocation),
      };
      return c.json({ certificate: answer }, 200);
    },
    refuseBadInputOr('certificate_not_found'),
  );
};
