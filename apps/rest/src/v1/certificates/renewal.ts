import { z } from '@hono/zod-openapi';
import { renewalCodes, renewalSeverities } from '@notafter/domain';
import { getRenewalCheck, requestRenewalLook } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { instant } from '../../wire/fields.ts';
import { answers } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { certificateParameters } from './certificate-wire.ts';

const tag = 'Certificates';
const path = '/v1/certificates/{id}/renewal';
const missing = 'certificate_not_found';
const params = certificateParameters;

const wireRenewal = z
  .object({
    domain: z.string().nullable().openapi({ description: 'The registrable domain; null for an IP address.', example: 'example.com' }),
    looked_at: instant().nullable().openapi({ description: 'The last look; null until the first.' }),
    next_look_at: instant().nullable(),
    findings: z
      .array(
        z
          .object({
            code: z.enum(renewalCodes).openapi({ example: 'caa_forbids' }),
            severity: z
              .enum(renewalSeverities)
              .openapi({ description: '`blocking`: the renewal fails. `warning`: it may fail. `notice`: good to know.' }),
            text: z.string().openapi({ description: 'What is wrong, its effect, and the remedy.' }),
            names: z.array(z.string()).openapi({ example: ['www.example.com'] }),
            first_seen_at: instant(),
          })
          .openapi('RenewalFinding'),
      )
      .openapi({ description: 'Most severe first.' }),
    skipped: z
      .array(z.object({ name: z.string(), reason: z.string() }).openapi('SkippedName'))
      .openapi({ description: 'Names that were not looked at.' }),
    registration_ends_at: instant().nullable().openapi({ description: "When the domain's registration ends, if its registry says so." }),
  })
  .openapi('RenewalCheck');

export const renewalCheckOperations: readonly Operation[] = [
  operation(getRenewalCheck, {
    method: 'get',
    path,
    tag,
    summary: 'Get what may stop the next renewal',
    description: 'The findings of the daily look at its domain: CAA, DNSSEC, validation records, port 80, registration, TLSA.',
    params,
    input: ({ id }) => ({ certificateId: id }),
    answers: answers('The renewal check.', wireRenewal),
    missing,
  }),
  operation(requestRenewalLook, {
    method: 'post',
    path: `${path}/look`,
    tag,
    summary: 'Look again at what may stop the next renewal',
    description: 'Has the domain looked at within a minute or two. Does nothing within a minute of the last look.',
    params,
    input: ({ id }) => ({ certificateId: id }),
    answers: says('Renewal check requested'),
    missing,
  }),
];
