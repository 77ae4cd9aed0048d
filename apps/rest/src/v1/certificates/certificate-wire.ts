import { z } from '@hono/zod-openapi';
import {
  certificateSources,
  certificateStatuses,
  clientIds,
  collectorStates,
  deploymentStates,
  renewalStates,
  unreachableKinds,
  verdictReasons,
  verdictWarnings,
} from '@notafter/domain';
import type { CertificateView } from '@notafter/features';
import { instant, rowId } from '../../wire/fields.ts';
import { idParameter } from '../../wire/parameters.ts';

export const certificateParameters = z.object({ id: idParameter<'certificate'>("The certificate's id.") });

export const fingerprintExample = '9C:41:7D:0E:B3:52:F8:66:1A:2B:90:CE:D4:73:5F:08:A1:EE:34:C7';
export const fingerprint256Example = '3B:9E:01:C4:5A:77:20:DD:8F:16:B2:4C:9A:E3:58:0F:71:6D:C8:25:94:EB:3A:0C:57:D1:82:F6:4E:19:A3:6B';

const unreachable = z
  .object({
    reason: z.enum(unreachableKinds),
    detail: z.string().openapi({ example: 'Connection refused by 192.0.2.10:443.' }),
    since: instant(),
  })
  .nullable()
  .openapi({ description: 'Set while the last check could not reach the endpoint; the other fields are as last seen.' });

/** Fields of a monitored certificate, as lists and writes answer them. */
export const certificateShape = {
  id: rowId(),
  source: z.enum(certificateSources).openapi({
    description:
      'Checks of an endpoint, a file that a person uploaded, a date that a person entered, or a file that a collector reads. Only an endpoint is checked.',
    example: 'endpoint',
  }),
  domain: z.string().openapi({
    description:
      'The endpoint in one form: protocol and port only if they are not TLS and its own, such as `smtp://mail.example.com`. The name of an upload or a date; the name and the path of a file.',
    example: 'example.com',
  }),
  host: z.string().openapi({ description: 'Empty unless it is an endpoint.', example: 'example.com' }),
  port: z.int().openapi({ description: '0 unless it is an endpoint.', example: 443 }),
  issuer: z.string().nullable().openapi({ description: "The issuer's organization, else its common name.", example: "Let's Encrypt" }),
  issuer_name: z
    .string()
    .nullable()
    .openapi({ description: "The issuer's whole distinguished name.", example: "CN=R12, O=Let's Encrypt, C=US" }),
  not_before: instant().nullable(),
  expiration_date: instant().nullable().openapi({
    description: '`notAfter` of the certificate that expires first among the addresses; null if none was ever reached.',
  }),
  days_left: z.int().nullable().openapi({ description: 'Whole days, rounded down; below 0 once expired.', example: 45 }),
  status: z
    .enum(certificateStatuses)
    .nullable()
    .openapi({ description: 'By days left: expired below 0, critical 0 to 7, warning 8 to 30, valid above 30.', example: 'valid' }),
  reasons: z.array(z.enum(verdictReasons)).openapi({
    description: 'Why the certificate of any address fails for this host, dates aside; empty when all are trusted.',
    example: [],
  }),
  warnings: z.array(z.enum(verdictWarnings)).openapi({
    description: 'What deserves attention as last seen. `different_certificates`: the addresses behind the name do not all serve the same.',
    example: [],
  }),
  unreachable,
  refusal: z
    .object({ client: z.enum(clientIds).openapi({ example: 'chrome' }), from: instant() })
    .nullable()
    .openapi({ description: 'The first client that refuses the certificate now or within 30 days.', example: null }),
  renewal_state: z.enum(renewalStates).nullable().openapi({
    description: 'Whether the renewal is on schedule, due or late, beside the days left; null if expired or never reached.',
    example: 'on_schedule',
  }),
  last_checked: instant().nullable(),
  created_at: instant(),
  updated_at: instant().openapi({
    description: 'When the certificate, its verdict, its reachability, its tags or its environment last changed.',
  }),
  san: z.array(z.string()).openapi({ description: 'Subject alternative names.', example: ['example.com', 'www.example.com'] }),
  tags: z.record(z.string(), z.string()).openapi({ example: { env: 'production' } }),
  version: z.int().openapi({ description: 'Grows with every change of the tags.', example: 1 }),
  environment_id: rowId().nullable().openapi({ example: null }),
  environment_name: z.string().nullable().openapi({ example: null }),
  fingerprint: z.string().nullable().openapi({ description: 'SHA-1.', example: fingerprintExample }),
  fingerprint256: z.string().nullable().openapi({ description: 'SHA-256.', example: fingerprint256Example }),
  serial_number: z.string().nullable().openapi({ example: '04A1B2C3D4E5F60718293A4B5C6D7E8F9012' }),
  protocol: z.string().nullable().openapi({ example: 'TLSv1.3' }),
  cipher: z.string().nullable().openapi({ example: 'TLS_AES_128_GCM_SHA256' }),
  key_type: z.string().nullable().openapi({ example: 'EC' }),
  key_bits: z.int().nullable().openapi({ example: 256 }),
  address: z.string().nullable().openapi({ description: 'The IP address that was dialled.', example: '192.0.2.10' }),
  deployment_state: z.enum(deploymentStates).nullable().openapi({
    description:
      'How the served certificate differs from what files, uploads and other servers have, as `GET /v1/certificates/{id}/deployment` answers it in full; null if nothing does.',
    example: null,
  }),
  collector: z
    .object({
      id: z.uuid(),
      name: z.string().openapi({ example: 'Vault network' }),
      state: z.enum(collectorStates).openapi({
        description:
          'Whether this row is current. `silent`: the collector did not report it for three intervals. `forked`: its key was copied, so nothing more is taken.',
        example: 'active',
      }),
      last_report_at: instant().nullable(),
      seen_at: instant().nullable().openapi({ description: 'When the collector last saw what this row shows.' }),
    })
    .nullable()
    .openapi({ description: 'The collector that checks the endpoint or reads the file; null if neither.', example: null }),
};

export const wireCertificate = z.object(certificateShape).openapi('Certificate');

export const certificateAnswer = z.object({ certificate: wireCertificate }).openapi('CertificateAnswer');

/** `not_after` was never the name on the wire. */
export const certificateOf = <View extends CertificateView>({ notAfter, lastCheckedAt, ...view }: View) => ({
  ...view,
  expirationDate: notAfter,
  lastChecked: lastCheckedAt,
});
