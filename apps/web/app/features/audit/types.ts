import type { Inputs, Outputs } from '../../api/trpc.ts';

export type AuditLog = Outputs['audit']['list'];
export type AuditEntry = AuditLog['entries'][number];
export type AuditInput = Inputs['audit']['list'];
