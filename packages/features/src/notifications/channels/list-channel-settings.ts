import type { Executor } from '@notafter/db';
import type { ChannelId, ChannelSettings, ChannelType } from '@notafter/domain';
import type { OrgContext } from '../../context.ts';
import { listSavedRows } from './internal/channel-view.ts';

/** A saved channel with its secrets in clear: to compare, never to answer. */
export interface ChannelInClear {
  readonly id: ChannelId;
  readonly type: ChannelType;
  readonly name: string;
  readonly enabled: boolean;
  readonly inDefaultRoute: boolean;
  readonly settings: ChannelSettings;
}

export const listChannelSettings = async (
  ctx: Pick<OrgContext, 'auth' | 'log' | 'org'> & { readonly db: Executor },
): Promise<ChannelInClear[]> =>
  (await listSavedRows(ctx)).map(({ id, type, name, enabled, inDefaultRoute, fields }) => ({
    id,
    type,
    name,
    enabled,
    inDefaultRoute,
    settings: fields,
  }));
