import { z } from 'zod';
import { idInput, instantInput, lineInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { IMPORT_MAX_BYTES } from './import/import-line.ts';
import { certificateStatuses } from './status.ts';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from './tags.ts';

/** Ids a person can select by hand; more is a filter. */
export const SELECTION_MAX = 10_000;
/** Lines of an import's report in one answer. */
export const IMPORT_REPORT_MAX = 1_000;

/** Length and form are judged by `parseTarget`, whose texts say what to change. */
export const addCertificateInput = z.object({ domain: z.string() });
export type AddCertificateInput = z.infer<typeof addCertificateInput>;

export const upsertCertificateInput = addCertificateInput.extend({
  /** The whole map. Absent: as it is. */
  tags: z.record(z.string(), z.string()).optional(),
  /** Null: in none. Absent: as it is. */
  environmentId: idInput<'environment'>().nullable().optional(),
});
export type UpsertCertificateInput = z.infer<typeof upsertCertificateInput>;

/** A monitored domain as it is shown, its port included. */
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

/** What narrows a list and an export further; a bulk action knows neither (spec 1: search and status only). */
export const certificateListFilterInput = certificateFilterInput.extend({
  environmentId: idInput<'environment'>().optional(),
  /** A tag's value, its name, or `name=value`. */
  tag: lineInput(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
    .transform((tag) => tag || undefined)
    .optional(),
  /** Certificates of any of these; beside `status`, which still holds. */
  statuses: z.array(z.enum([...certificateStatuses, 'unreachable'])).optional(),
  /** An endpoint as it is added: this one and no other. */
  domain: z.string().optional(),
  /** The whole issuer as lists show it, in any case. */
  issuer: lineInput(200).optional(),
  /** The whole name of an environment, in any case. */
  environment: lineInput(100).optional(),
  expiresBefore: instantInput().optional(),
  updatedSince: instantInput().optional(),
});
export type CertificateListFilter = z.infer<typeof certificateListFilterInput>;

export const listCertificatesInput = certificateListFilterInput.extend({
  sort: z.enum(certificateSorts).default('expires'),
  order: z.enum(['asc', 'desc']).default('asc'),
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  /** Opaque, from an earlier answer's `nextCursor` or `previousCursor`. */
  cursor: z.string().max(1000).optional(),
  /** `last` answers the last page of the order, for a pager that jumps to the end. */
  page: z.enum(['first', 'last']).default('first'),
});
export type ListCertificatesInput = z.infer<typeof listCertificatesInput>;

/** The whole map: tags left out are removed. What a tag may be is judged by `cleanTags`, whose texts say what to change. */
export const updateCertificateTagsInput = certificateIdInput.extend({
  tags: z.record(z.string(), z.string()),
  /** Null: in none. Absent: as it is. */
  environmentId: idInput<'environment'>().nullable().optional(),
  /** The `version` of the answer that was edited. */
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

export const listSslScoresInput = z.object({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(1000).optional(),
});
export type ListSslScoresInput = z.infer<typeof listSslScoresInput>;

/** Which rows a bulk action means: the ids a person ticked, or everything that a search and a status match. */
export const certificateSelectionInput = z.union([
  z.object({ ids: z.array(idInput<'certificate'>()).min(1).max(SELECTION_MAX) }),
  z.object({ filter: certificateFilterInput }),
]);
export type CertificateSelection = z.infer<typeof certificateSelectionInput>;

/** What a bulk check covers. */
export const startCheckRunInput = z.union([z.object({ all: z.literal(true) }), ...certificateSelectionInput.options]);
export type StartCheckRunInput = z.infer<typeof startCheckRunInput>;

export const importFormats = ['auto', 'csv', 'json', 'lines'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What becomes of environments that an import names and the organization lacks: created, or the whole import refused. */
export const missingEnvironments = ['create', 'refuse'] as const;
export type MissingEnvironments = (typeof missingEnvironments)[number];

/** A whole file, or what was pasted. What stands in it is judged line by line. */
export const startImportInput = z.object({
  text: z.string().max(IMPORT_MAX_BYTES, 'is too long; split the list'),
  format: z.enum(importFormats).default('auto'),
  missingEnvironments: z.enum(missingEnvironments).default('create'),
});
export type StartImportInput = z.infer<typeof startImportInput>;

export const getImportInput = z.object({
  id: idInput<'certificate-import'>(),
  /** The line after which the report goes on. */
  after: z.int().min(0).default(0),
  limit: z.int().min(1).max(IMPORT_REPORT_MAX).default(IMPORT_REPORT_MAX),
});
export type GetImportInput = z.infer<typeof getImportInput>;

export const exportCertificatesInput = certificateListFilterInput.extend({ cursor: z.string().max(1000).optional() });
export type ExportCertificatesInput = z.infer<typeof exportCertificatesInput>;

export const checkRunIdInput = z.object({ id: idInput<'check-run'>() });
export type CheckRunIdInput = z.infer<typeof checkRunIdInput>;
