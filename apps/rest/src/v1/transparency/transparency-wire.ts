import { z } from '@hono/zod-openapi';
import { issuanceStates, issuanceVerdicts, loggingStates, unknownReasons, watchVerifications } from '@notafter/domain';
import { instant, rowId } from '../../wire/fields.ts';
import { wireSct } from '../certificates/sct-wire.ts';

export const wireDomain = z
  .object({
    id: rowId(),
    domain: z.string().openapi({ example: 'example.com' }),
    created_at: instant(),
    verified_by: z.enum(watchVerifications).nullable().openapi({
      description: '`endpoint`: an endpoint at or below it is monitored. `dns`: its TXT record. Null: nothing is looked for yet.',
    }),
    verified_at: instant().nullable(),
    record: z
      .object({ name: z.string().openapi({ example: '_notafter.example.com' }), value: z.string() })
      .nullable()
      .openapi({ description: 'The TXT record that verifies it; null once it is verified.' }),
    learning_until: instant().nullable().openapi({ description: 'Certificates found before it raise no alert.' }),
    allowed_issuers: z
      .array(z.string())
      .openapi({ description: 'Organizations of the issuers that may issue for it; empty: any.', example: ["Let's Encrypt"] }),
    caa: z.array(z.string()).nullable().openapi({ description: 'Issuers that its CAA records allow; null: any, or not looked up yet.' }),
    caa_at: instant().nullable().openapi({ description: 'When they were looked up.' }),
    issuances: z.int().openapi({ description: 'Certificates that were found.' }),
    open: z.int().openapi({ description: 'Those of them that are unknown and not judged.' }),
  })
  .openapi('WatchedDomain');

const issuance = {
  id: rowId(),
  domain_id: rowId(),
  domain: z.string().openapi({ description: 'The watched domain.' }),
  names: z.array(z.string()),
  issuer: z.string().openapi({ example: "C=US, O=Let's Encrypt, CN=R12" }),
  issuer_organization: z.string().nullable(),
  serial_number: z.string(),
  not_before: instant().nullable().openapi({ description: 'Null, as the end is, if the certificate is malformed.' }),
  not_after: instant().nullable(),
  state: z.enum(issuanceStates).openapi({
    description:
      '`served`: a monitored endpoint serves it. `known_key`: it has the key of a certificate of the organization. `expected`: issuer, names and rhythm are those of earlier certificates. `unknown`: none of these.',
  }),
  unknown_reason: z.enum(unknownReasons).nullable(),
  explanation: z.string().nullable().openapi({ description: 'Why nobody may have ordered it.' }),
  learned: z.boolean().openapi({ description: 'It was found or issued before the end of the learning phase, and raised no alert.' }),
  verdict: z.enum(issuanceVerdicts).nullable().openapi({ description: 'What people said of it.' }),
  verdict_by: z.string().nullable(),
  verdict_at: instant().nullable(),
  is_precertificate: z.boolean().openapi({ description: 'Only its precertificate was found so far.' }),
  found_at: instant(),
};

export const wireIssuance = z.object(issuance).openapi('Issuance');

export const wireIssuanceDetail = z
  .object({
    ...issuance,
    tbs_sha256: z.string().openapi({ description: 'SHA-256 of what the CA signed, without poison and timestamps.' }),
    spki_sha256: z.string().openapi({ description: 'SHA-256 of the SubjectPublicKeyInfo.' }),
    pem: z.string().nullable(),
    places: z.array(
      z.object({
        source: z.enum(['log', 'search']),
        name: z.string(),
        operator: z.string().nullable(),
        log_state: z.enum(loggingStates).nullable(),
        reference: z.string().openapi({ description: 'Index of the entry in the log, or the ID that the service has for it.' }),
        at: instant().nullable().openapi({ description: 'When the log took it.' }),
      }),
    ),
    endpoints: z
      .array(z.object({ id: rowId(), domain: z.string(), serves: z.boolean() }))
      .openapi({ description: 'Monitored endpoints with one of its names, at most 50.' }),
    scts: z.array(wireSct).nullable().openapi({
      description: 'The timestamps in the certificate; null as long as only its precertificate is known, which has none.',
    }),
    report: z
      .object({
        address: z.string().nullable().openapi({
          description: 'Where the CA takes certificate problem reports, a mail address or a page; null if it has to be looked up.',
          example: 'cert-prob-reports@letsencrypt.org',
        }),
        text: z.string(),
      })
      .openapi({ description: 'A report that asks the CA to revoke it, for a certificate that nobody ordered.' }),
    is_alerted: z.boolean().openapi({ description: 'An alert about it is open.' }),
    acknowledged_by: z.string().nullable().openapi({ description: 'Who acknowledged it.', example: 'maren@example.com' }),
    acknowledged_at: instant().nullable(),
  })
  .openapi('IssuanceDetail');

export const wireSources = z
  .object({
    follows_logs: z.boolean().openapi({ description: 'Whether the operator lets this installation follow logs.' }),
    bytes_per_day: z.int(),
    bytes_today: z.int(),
    list: z
      .object({ listed_at: instant().nullable(), asked_at: instant(), problem: z.string().nullable() })
      .nullable()
      .openapi({ description: 'The log list that was read last; null before the first.' }),
    logs: z.array(
      z.object({
        id: z.string(),
        description: z.string(),
        operator: z.string(),
        kind: z.enum(['static', 'rfc6962']),
        state: z.enum(loggingStates),
        outcome: z.string().nullable().openapi({ example: 'up_to_date' }),
        reason: z.string().nullable(),
        broken: z
          .array(z.object({ kind: z.enum(['forked', 'shrunk', 'omitted']), reason: z.string() }))
          .openapi({ description: 'The promises that the log broke, the first time of each kind.' }),
        gap: z
          .object({ from: instant(), until: instant().nullable(), entries: z.int().nullable() })
          .nullable()
          .openapi({ description: 'Entries that were not read because the log was not followed for more than 7 days; the last time.' }),
        read_size: z.int().openapi({ description: 'Entries before this one are read.' }),
        head_size: z.int().nullable(),
        asked_at: instant().nullable(),
        current_at: instant().nullable().openapi({ description: 'When everything up to its head was read.' }),
        self_test: z
          .object({ at: instant(), is_found: z.boolean() })
          .nullable()
          .openapi({ description: 'The last daily test that a host name of its new entries is found; null before the first.' }),
        bytes_today: z.int(),
      }),
    ),
    searches: z.array(
      z.object({
        name: z.string(),
        domains: z.int(),
        answered: z.int(),
        outcome: z.enum(['complete', 'partial', 'failed']).nullable(),
        reason: z.string().nullable(),
        asked_at: instant().nullable(),
      }),
    ),
  })
  .openapi('TransparencySources');
