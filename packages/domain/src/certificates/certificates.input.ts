import { z } from 'zod';
import { idInput, instantInput, lineInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { anchorChoiceInput } from './anchors/anchors.input.ts';
import { endpointProtocols } from './checks/observation.ts';
import { IMPORT_MAX_BYTES } from './import/import-line.ts';
import { sslScoreSorts } from './ssl-score-order.ts';
import { certificateStatuses } from './status.ts';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from './tags.ts';

/** Ids a person can select by hand; more is a filter. */
export const SELECTION_MAX = 10_000;
/** Lines of an import's report per response. */
export const IMPORT_REPORT_MAX = 1_000;

/** An endpoint in one text or in parts. `targetWith` validates length and form, with texts that say what to change. */
export const addCertificateInput = z.object({
  domain: z.string(),
  protocol: z.enum(endpointProtocols).optional(),
  port: z.int().min(1).max(65_535).optional(),
  servername: z.string().max(253).optional(),
  address: z.string().max(45).optional(),
  /** Absent: those of its tags or of the organization. For one that is monitored already: unchanged. */
  anchors: anchorChoiceInput.optional(),
});
export type AddCertificateInput = z.infer<typeof addCertificateInput>;

export const upsertCertificateInput = addCertificateInput.extend({
  /** All tags. Absent: unchanged. */
  tags: z.record(z.string(), z.string()).optional(),
  /** Null: none. Absent: unchanged. */
  environmentId: idInput<'environment'>().nullable().optional(),
});
export type UpsertCertificateInput = z.infer<typeof upsertCertificateInput>;

/** A monitored domain as shown, with its port. */
export const getFaviconInput = z.object({ domain: z.string() });
export type GetFaviconInput = z.infer<typeof getFaviconInput>;

export const certificateIdInput = z.object({ id: idInput<'certificate'>() });
export type CertificateIdInput = z.infer<typeof certificateIdInput>;

/** `healthy` is the legacy word for `valid`; `attention` is the bell's set. */
export const statusFilter = z.preprocess(
  (value) => (value === 'healthy' ? 'valid' : value),
  z.enum(['all', 'unreachable', ...certificateStatuses]),
);
export type StatusFilter = z.infer<typeof statusFilter>;

export const certificateSorts = ['expires', 'domain', 'issuer'] as const;
export const certificateFilterInput = z.object({
  search: lineInput(200).default(''),
  status: statusFilter.default('all'),
});
export type CertificateFilter = z.infer<typeof certificateFilterInput>;

/** Further filters of lists and exports; a bulk action has neither (spec 1: search and status only). */
export const certificateListFilterInput = certificateFilterInput.extend({
  environmentId: idInput<'environment'>().optional(),
  /** A tag's value, its name, or `name=value`. */
  tag: lineInput(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
    .transform((tag) => tag || undefined)
    .optional(),
  /** Certificates with any of these, combined with `status`. */
  statuses: z.array(z.enum([...certificateStatuses, 'unreachable'])).optional(),
  /** One endpoint, as it is added. */
  domain: z.string().optional(),
  protocol: z.enum(endpointProtocols).optional(),
  /** The whole issuer as lists show it, ignoring case. */
  issuer: lineInput(200).optional(),
  /** The whole name of an environment, ignoring case. */
  environment: lineInput(100).optional(),
  expiresBefore: instantInput().optional(),
  updatedSince: instantInput().optional(),
});
export type CertificateListFilter = z.infer<typeof certificateListFilterInput>;

export const listCertificatesInput = certificateListFilterInput.extend({
  sort: z.enum(certificateSorts).default('expires'),
  order: z.enum(['asc', 'desc']).default('asc'),
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  /** Opaque, from an earlier response's `nextCursor` or `previousCursor`. */
  cursor: z.string().max(1000).optional(),
  /** `last` returns the last page of the order, for a pager that jumps to the end. */
  page: z.enum(['first', 'last']).default('first'),
});
export type ListCertificatesInput = z.infer<typeof listCertificatesInput>;

/** All tags: absent tags are removed. `cleanTags` validates them, with texts that say what to change. */
export const updateCertificateTagsInput = certificateIdInput.extend({
  tags: z.record(z.string(), z.string()),
  /** Null: none. Absent: unchanged. */
  environmentId: idInput<'environment'>().nullable().optional(),
  /** The `version` of the response that was edited. */
  version: z.int().optional(),
});
export type UpdateCertificateTagsInput = z.infer<typeof updateCertificateTagsInput>;

export const listHistoryInput = certificateIdInput.extend({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(1000).optional(),
});
export type ListHistoryInput = z.infer<typeof listHistoryInput>;

export const historyEntryIdInput = certificateIdInput.extend({ entryId: idInput<'history-entry'>() });
export type HistoryEntryIdInput = z.infer<typeof historyEntryIdInput>;

export const compareHistoryInput = certificateIdInput.extend({ from: idInput<'history-entry'>(), to: idInput<'history-entry'>() });
export type CompareHistoryInput = z.infer<typeof compareHistoryInput>;

export const exportSslScoresInput = z.object({ cursor: z.string().max(1000).optional() });

export const listSslScoresInput = z.object({
  sort: z.enum(sslScoreSorts).default('domain'),
  order: z.enum(['asc', 'desc']).default('asc'),
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(1000).optional(),
});
export type ListSslScoresInput = z.infer<typeof listSslScoresInput>;

/** The rows of a bulk action: selected ids, or everything that a search and a status match. */
export const certificateSelectionInput = z.union([
  z.object({ ids: z.array(idInput<'certificate'>()).min(1).max(SELECTION_MAX) }),
  z.object({ filter: certificateFilterInput }),
]);
export type CertificateSelection = z.infer<typeof certificateSelectionInput>;

/** The rows of a bulk check. */
export const startCheckRunInput = z.union([z.object({ all: z.literal(true) }), ...certificateSelectionInput.options]);
export type StartCheckRunInput = z.infer<typeof startCheckRunInput>;

export const importFormats = ['auto', 'csv', 'json', 'lines'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Handling of environments that an import names and the organization lacks: create them, or refuse the whole import. */
export const missingEnvironments = ['create', 'refuse'] as const;
export type MissingEnvironments = (typeof missingEnvironments)[number];

/** A whole file, or pasted text. Its content is validated line by line. */
export const startImportInput = z.object({
  text: z.string().max(IMPORT_MAX_BYTES, 'is too long; split the list'),
  format: z.enum(importFormats).default('auto'),
  missingEnvironments: z.enum(missingEnvironments).default('create'),
});
export type StartImportInput = z.infer<typeof startImportInput>;

export const getImportInput = z.object({
  id: idInput<'certificate-import'>(),
  /** The line after which the report continues. */
  after: z.int().min(0).default(0),
  limit: z.int().min(1).max(IMPORT_REPORT_MAX).default(IMPORT_REPORT_MAX),
});
export type GetImportInput = z.infer<typeof getImportInput>;

export const exportCertificatesInput = certificateListFilterInput.extend({ cursor: z.string().max(1000).optional() });
export type ExportCertificatesInput = z.infer<typeof exportCertificatesInput>;

export const checkRunIdInput = z.object({ id: idInput<'check-run'>() });
export type CheckRunIdInput = z.infer<typeof checkRunIdInput>;
