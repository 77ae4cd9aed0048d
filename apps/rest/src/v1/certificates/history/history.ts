import { z } from '@hono/zod-openapi';
import { historyActions, toSnakeCase } from '@notafter/domain';
import { compareHistory, getHistoryEntry, type HistoryEntry, listCertificateHistory } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { idParameter, nextCursor, pageParameters, wireId } from '../../../wire/parameters.ts';
import { certificateParameters, fingerprint256Example } from '../certificate-wire.ts';
import { chainCertificateOf, wireChainCertificate } from '../chain-wire.ts';

const tag = 'Certificates';
const path = '/v1/certificates/{id}/history';
const missing = 'certificate_not_found';

const wireHistoryEntry = z
  .object({
    id: rowId(),
    action: z
      .enum(historyActions)
      .openapi({ description: '`renewed` when the fingerprint changed; `checked` when a person asked, and else at most once a day.' }),
    recorded_at: instant(),
    issuer: z.string().nullable().openapi({ example: "Let's Encrypt" }),
    expiration_date: instant().nullable(),
    fingerprint256: z.string().nullable().openapi({ example: fingerprint256Example }),
  })
  .openapi('HistoryEntry');

const historyEntryOf = ({ notAfter, ...entry }: HistoryEntry) => ({ ...entry, expirationDate: notAfter });

const entryParameter = (name: 'from' | 'to', description: string) =>
  wireId<'history-entry'>('must be given once').openapi({
    format: 'uuid',
    description,
    param: { name, in: 'query' },
    example: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
  });

const value = () => z.union([z.string(), z.array(z.string()), z.null()]);

const field = z.object({
  field: z.string().openapi({ example: 'key_bits' }),
  label: z.string().openapi({ example: 'Key size' }),
  before: value().openapi({ example: '2048 bits' }),
  after: value().openapi({ example: '256 bits' }),
  changed: z.boolean().openapi({ example: true }),
  added: z.array(z.string()).openapi({ description: 'Of a list: what only the later one has.', example: [] }),
  removed: z.array(z.string()).openapi({ description: 'Of a list: what only the earlier one has.', example: [] }),
});

const comparison = z.object({ from: wireHistoryEntry, to: wireHistoryEntry, fields: z.array(field) }).openapi('HistoryComparison');

const entryAnswer = z
  .object({
    entry: wireHistoryEntry,
    certificate: z
      .union([wireChainCertificate, z.null()])
      .openapi({ description: 'The certificate served then; null if it is not stored.', example: null }),
  })
  .openapi('HistoryEntryAnswer');

export const historyOperations: readonly Operation[] = [
  operation(listCertificateHistory, {
    method: 'get',
    path,
    tag,
    summary: 'History of a certificate',
    description: 'Newest first.',
    params: certificateParameters,
    query: z.object(pageParameters('Rows')),
    answers: answers(
      'One page of entries.',
      z
        .object({ history: z.array(wireHistoryEntry), total: z.int().openapi({ example: 1 }), next_cursor: nextCursor() })
        .openapi('History'),
    ),
    view: ({ history, ...page }) => ({ ...page, history: history.map(historyEntryOf) }),
    missing,
  }),
  operation(compareHistory, {
    method: 'get',
    path: `${path}/compare`,
    tag,
    summary: 'Compare two history entries',
    description: 'Field by field, the certificates that were served then.',
    params: certificateParameters,
    query: z.object({ from: entryParameter('from', 'The earlier entry.'), to: entryParameter('to', 'The later entry.') }),
    answers: answers('Every field, changed or not.', comparison),
    // Each field names itself, in the names of the wire.
    view: ({ from, to, fields }) => ({
      from: historyEntryOf(from),
      to: historyEntryOf(to),
      fields: fields.map((compared) => ({
        ...compared,
        field: compared.field === 'notAfter' ? 'expiration_date' : toSnakeCase(compared.field),
      })),
    }),
    missing,
    errors: ['history_entry_not_found'],
  }),
  operation(getHistoryEntry, {
    method: 'get',
    path: `${path}/{entry_id}`,
    tag,
    summary: 'One history entry with the certificate served then',
    params: certificateParameters.extend({ entry_id: idParameter<'history-entry'>("The history entry's id.") }),
    answers: answers('The entry.', entryAnswer),
    view: ({ entry, facts }) => ({ entry: historyEntryOf(entry), certificate: facts === null ? null : chainCertificateOf(facts) }),
    missing,
    errors: ['history_entry_not_found'],
  }),
];
