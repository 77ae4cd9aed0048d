import { z } from 'zod';
import { idInput, instantInput } from '../id.input.ts';
import { type AuditGroup, auditGroups } from './audit-log.ts';

const isGroup = (text: string): text is AuditGroup => Object.hasOwn(auditGroups, text);

const filterFields = {
  /** A person or a key. */
  actorId: idInput<'user' | 'api-key'>().nullish(),
  group: z
    .string()
    .refine(isGroup, `must be one of ${Object.keys(auditGroups).join(', ')}`)
    .nullish(),
  /** From this instant, and before this one. */
  from: instantInput().nullish(),
  until: instantInput().nullish(),
};
const auditFilter = z.object(filterFields);
export type AuditFilter = z.infer<typeof auditFilter>;

const cursor = z.string().max(200).nullish();

export const AUDIT_LIMIT_MAX = 500;
export const listAuditLogInput = z.object({ ...filterFields, limit: z.int().min(1).max(AUDIT_LIMIT_MAX).default(50), cursor });
export type ListAuditLogInput = z.infer<typeof listAuditLogInput>;

export const exportAuditLogInput = z.object({ ...filterFields, cursor });
export type ExportAuditLogInput = z.infer<typeof exportAuditLogInput>;
