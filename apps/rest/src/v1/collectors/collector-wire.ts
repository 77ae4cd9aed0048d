import { z } from '@hono/zod-openapi';
import { bundleFaults, COLLECTOR_NAME_MAX_LENGTH, certificateFileFormats, collectorStates } from '@notafter/domain';
import { instant, lineField, rowId, savedBody } from '../../wire/fields.ts';

const about = z.object({
  version: z.string().openapi({ example: '0.1.0' }),
  host: z.string().openapi({ description: 'The name of the machine that it runs on.', example: 'vault-1' }),
  interval_seconds: z.int().openapi({ description: 'How often it looks.', example: 3600 }),
  mode: z.enum(['online', 'offline']).openapi({ description: '`offline`: its bundles travel as files.' }),
  networks: z.array(z.string()).openapi({ description: 'What its own file lets it probe.', example: ['10.0.0.0/8'] }),
  ports: z.array(z.string()).openapi({ example: ['443', '8443'] }),
});

export const wireCollector = z
  .object({
    id: rowId(),
    name: z.string().openapi({ example: 'Vault network' }),
    state: z.enum(collectorStates),
    created_at: instant(),
    enrolled_at: instant().nullable(),
    revoked_at: instant().nullable(),
    forked_at: instant().nullable().openapi({ description: 'When a second program with its key was seen.' }),
    last_report_at: instant().nullable().openapi({ description: 'When its last bundle came; if people carried it, when it was written.' }),
    last_seen_at: instant().nullable().openapi({ description: 'When it last called; null if its bundles travel as files.' }),
    silent_from: instant().nullable().openapi({ description: 'When its silence becomes an alert.' }),
    clock_offset_ms: z
      .int()
      .nullable()
      .openapi({ description: 'How far its clock is ahead, or behind if below 0; null within five minutes.' }),
    carried_every_seconds: z.int().nullable().openapi({ description: 'How often people carry its bundles; null for a week.' }),
    token_expires_at: instant().nullable(),
    about: about.nullable().openapi({ description: 'What it said of itself in its last bundle.' }),
    public_key: z.string().nullable().openapi({ description: 'Its Ed25519 key, raw in Base64url.' }),
    sequence: z.int().openapi({ description: 'The number of its last bundle.', example: 42 }),
    endpoints: z.int(),
    files: z.int().openapi({ description: 'Certificates in files.' }),
    files_with_problems: z.int(),
    missing_bundles: z.int().openapi({ description: 'Bundles that never came.' }),
    waiting_bundles: z.int().openapi({ description: 'Bundles that are stored and not yet recorded.' }),
  })
  .openapi('Collector');

export const collectorBody = savedBody(wireCollector, {
  name: lineField(COLLECTOR_NAME_MAX_LENGTH, 'Enter a name.').openapi({ description: 'Unique in any case.' }),
  carried_every_seconds: z
    .int('must be a whole number')
    .min(3_600, 'is at least an hour')
    .max(31_536_000, 'is at most a year')
    .nullish()
    .openapi({ description: 'How often people carry its bundles, if they travel as files. A week if it is left out.' }),
}).openapi('NewCollector');

export const wireBundle = z
  .object({
    sequence: z.int(),
    via: z.enum(['online', 'file']),
    created_at: instant().openapi({ description: "By the collector's clock." }),
    received_at: instant(),
    recorded_at: instant().nullable().openapi({ description: 'Null while it waits.' }),
    missing_before: z.int().openapi({ description: 'Bundles before this one that never came.' }),
    endpoints: z.int(),
    files: z.int(),
    problem: z.string().nullable(),
  })
  .openapi('CollectorBundle');

export const wireFile = z
  .object({
    key: z.string(),
    path: z.string().openapi({ example: '/etc/nginx/tls/shop.pem' }),
    alias: z.string().nullable().openapi({ description: 'The entry of a keystore, Secret or kubeconfig.' }),
    format: z.enum(certificateFileFormats).nullable(),
    role: z.enum(['certificate', 'authority']).nullable(),
    has_key: z.boolean().openapi({ description: 'Whether a private key is beside it. The key itself is never read.' }),
    problem: z.string().nullable().openapi({ description: 'Why it could not be read.' }),
    certificate: z
      .object({
        subject: z.string(),
        issuer: z.string(),
        san: z.array(z.string()),
        not_before: instant(),
        not_after: instant(),
        fingerprint256: z.string(),
      })
      .nullable(),
    first_seen_at: instant(),
    seen_at: instant(),
  })
  .openapi('CollectorFile');

export const wireImported = z
  .object({
    name: z.string(),
    sequence: z.int().nullable(),
    collector_id: rowId().nullable(),
    outcome: z.enum(['stored', 'superseded', ...bundleFaults]),
    message: z.string().nullable(),
  })
  .openapi('ImportedBundle');
