import { type AuditGroup, addMs, auditGroups, brandId, DAY_MS, type Id, isUuid } from '@notafter/domain';
import { addressOf } from '../../api/address.ts';
import { type TableSize, tableSizes } from '../../ui/pager/use-pages.ts';
import type { AuditInput } from './types.ts';

/** The filter in the address: actor, subject, first and last day (UTC, both included). */
export interface AuditFilter {
  readonly actor: Id<'user' | 'api-key'> | null;
  readonly group: AuditGroup | null;
  readonly from: string | null;
  readonly to: string | null;
}

export const isGroup = (name: string | null): name is AuditGroup => name !== null && Object.hasOwn(auditGroups, name);
export const groupNames = Object.keys(auditGroups).filter(isGroup);

const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`);
const dayOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text).getTime()) ? text : null;

export function parseFilter(params: URLSearchParams): AuditFilter {
  const actor = params.get('actor');
  const group = params.get('group');
  return {
    actor: actor !== null && isUuid(actor) ? brandId(actor) : null,
    group: isGroup(group) ? group : null,
    from: dayOf(params.get('from')),
    to: dayOf(params.get('to')),
  };
}

export const isNarrowed = (filter: AuditFilter): boolean => Object.values(filter).some((value) => value !== null);

export const toParams = (filter: AuditFilter): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** The last day is included as a whole. */
const periodOf = ({ from, to }: Pick<AuditFilter, 'from' | 'to'>) => ({
  from: from === null ? null : startOf(from),
  until: to === null ? null : addMs(startOf(to), DAY_MS),
});

export const toInput = (filter: AuditFilter, size: TableSize = tableSizes[0]): AuditInput => ({
  limit: size,
  actorId: filter.actor,
  group: filter.group,
  ...periodOf(filter),
});

/** Returns the address that exports the rows of a filter. */
export function exportHref({ actor, group, ...period }: AuditFilter, format: 'csv' | 'json'): string {
  const { from, until } = periodOf(period);
  const instants = { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null };
  return addressOf('/v1/audit/export', { format, actor_id: actor, group, ...instants });
}
