import { z } from '@hono/zod-openapi';
import { clientIds, renewalBases, renewalStates, revocationStatuses } from '@notafter/domain';
import { getCertificate } from '@notafter/features';
import { operation } from '../../operation.ts';
import { instant, rowId } from '../../wire/fields.ts';
import { answers } from '../../wire/media.ts';
import { addressOf, wireAddress } from './addresses/address-wire.ts';
import { certificateAnchors } from './anchors/anchor-wire.ts';
import { certificateOf, certificateParameters, certificateShape } from './certificate-wire.ts';
import { chainCertificateOf, wireChainCertificate } from './chain-wire.ts';
import { wireSct } from './sct-wire.ts';

const clients = z
  .object({
    clients: z.array(
      z.object({
        client: z.enum(clientIds).openapi({ example: 'chrome' }),
        name: z.string().openapi({ example: 'Chrome' }),
        verdict: z.enum(['accepts', 'unknown', 'refuses']),
        from: instant().nullable().openapi({ description: 'When the refusal begins; null unless it refuses.' }),
        detail: z.string().openapi({ example: 'Chrome accepts it until it expires.' }),
        source: z.string().nullable().openapi({ description: 'The page that the verdict follows from.', example: null }),
      }),
    ),
    successors: z
      .array(z.object({ on: instant(), detail: z.string(), source: z.string() }))
      .openapi({ description: "Rules that concern the certificate's successor.", example: [] }),
  })
  .nullable()
  .openapi({ description: 'The verdict of each client; null below a private CA and before the first check.', example: null });

const detail = z
  .object({
    ...certificateShape,
    chain: z.array(wireChainCertificate).openapi({ description: 'As the server sent it, leaf first.' }),
    root: z
      .union([wireChainCertificate, z.null()])
      .openapi({ description: 'The trusted root where the server did not send it itself.', example: null }),
    next_check: instant().nullable(),
    key_exchange: z.string().nullable().openapi({
      description: 'The group that the server prefers among those of current browsers; null until the daily look asked.',
      example: 'X25519MLKEM768',
    }),
    addresses: z.array(wireAddress).openapi({
      description: 'Every address behind the name, at most 16, once for each key type it serves; looked at once a day and on demand.',
    }),
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
    clients,
    scts: z.array(wireSct).openapi({
      description: 'Signed certificate timestamps (RFC 6962) that came with the certificate, at most 60; empty below a private CA.',
      example: [],
    }),
    renewal: z
      .object({
        state: z.enum(renewalStates).openapi({ example: 'on_schedule' }),
        due_at: instant(),
        late_at: instant().openapi({ description: 'An alert follows where alerts scale to the lifetime.' }),
        basis: z.enum(renewalBases).openapi({
          description: "The window of the CA, earlier renewals of the endpoint, or the certificate's lifetime.",
          example: 'lifetime',
        }),
      })
      .nullable()
      .openapi({ description: 'When the certificate should be replaced; null once it expired.' }),
    renewal_info: z
      .object({
        ca: z.string().openapi({ example: "Let's Encrypt" }),
        window: z.object({ start: instant(), end: instant() }).nullable().openapi({ description: 'Null before the first answer.' }),
        explanation_url: z.string().nullable().openapi({ description: "The CA's page about it, always https.", example: null }),
        asks_now: z.boolean().openapi({ description: 'The CA moved the window to the past: it may revoke the certificate soon.' }),
        read_at: instant().nullable(),
        next_ask_at: instant(),
        problem: z.string().nullable().openapi({ description: 'Why the last answer could not be used in full.', example: null }),
      })
      .nullable()
      .openapi({ description: 'ACME Renewal Information (RFC 9773) of the CA; null if it publishes none.' }),
    anchors: certificateAnchors,
    key: z
      .object({
        sha256: z.string().openapi({
          description: 'SHA-256 of the SubjectPublicKeyInfo.',
          example: '0b9fa5a59eed715c26c1020c711b4f6ec42d58b0015e14337a39dad301c5afc3',
        }),
        also_used_by: z
          .array(z.object({ id: rowId(), domain: z.string(), environment_name: z.string().nullable() }).openapi('KeyUser'))
          .openapi({ description: 'Other certificates with the same key, those of other environments first, at most 20.', example: [] }),
        total: z.int().openapi({ description: 'How many there are.', example: 0 }),
        environments: z
          .array(z.string())
          .openapi({ description: 'The environments that share the key; empty unless there are several.', example: [] }),
      })
      .nullable()
      .openapi({ description: 'Null for a date, and if the key cannot be read.' }),
  })
  .openapi('CertificateDetail');

export const getCertificateOperation = operation(getCertificate, {
  method: 'get',
  path: '/v1/certificates/{id}',
  tag: 'Certificates',
  summary: 'Get a certificate',
  params: certificateParameters,
  answers: answers('The certificate with its chain.', z.object({ certificate: detail }).openapi('CertificateDetailAnswer')),
  view: ({ certificate }) => ({
    certificate: {
      ...certificateOf(certificate),
      chain: certificate.chain.map(chainCertificateOf),
      root: certificate.root === null ? null : chainCertificateOf(certificate.root),
      nextCheck: certificate.nextCheckAt,
      addresses: certificate.addresses.map((address) => addressOf(address, certificate)),
    },
  }),
  missing: 'certificate_not_found',
});
