import { type Executor, notificationChannels, organizations, users } from '@notafter/db';
import {
  type ChannelSettings,
  type ChannelState,
  type ChannelTrouble,
  type ChannelType,
  channelState,
  channelTrouble,
  channelTypes,
  DomainError,
  type Entitlements,
  isComplete,
  maskedSettings,
  type OrganizationId,
  plansWithChannel,
  traitsOf,
} from '@notafter/domain';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { openChannel, type StoredChannel } from './sealed-settings.ts';

export interface ChannelFieldView {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  /** Masks a secret except its end; blank if none is stored. */
  readonly value: string;
}

export interface ChannelView {
  readonly type: ChannelType;
  readonly name: string;
  readonly enabled: boolean;
  readonly state: ChannelState;
  /** Why delivery is paused; null if it is not. */
  readonly brokenReason: string | null;
  /** Why an enabled channel cannot deliver alerts, as the list's banner says it; null if it can, or is disabled. */
  readonly trouble: ChannelTrouble | null;
  /** Whether the current plan includes it. */
  readonly available: boolean;
  /** Plans on sale that include it. */
  readonly availableIn: readonly string[];
  readonly fields: readonly ChannelFieldView[];
}

/** A channel's row with its settings decrypted; blank settings if they cannot be decrypted. */
export interface ChannelRow extends StoredChannel {
  readonly type: ChannelType;
  readonly enabled: boolean;
  readonly brokenAt: Date | null;
  readonly brokenReason: string | null;
  readonly updatedAt: Date | null;
}

type Ctx = Pick<OrgContext, 'auth' | 'log' | 'org'> & { readonly db: Executor };
type Row = typeof notificationChannels.$inferSelect;

const neverSaved = (type: ChannelType, fields: ChannelSettings): ChannelRow => ({
  type,
  enabled: false,
  brokenAt: null,
  brokenReason: null,
  updatedAt: null,
  fields,
  signingSecrets: [],
});

const openRow = ({ auth, log }: Ctx, row: Row): ChannelRow => {
  const { type, enabled, brokenAt, brokenReason, updatedAt } = row;
  const known = { type, enabled, brokenAt, brokenReason, updatedAt };
  try {
    return { ...known, ...openChannel(auth, row.orgId, type, row.sealedSettings) };
  } catch (err) {
    log.error({ err, orgId: row.orgId, type }, 'the stored settings of a channel cannot be read');
    return { ...known, fields: {}, signingSecrets: [] };
  }
};

/** Initial settings of the mail channel: the address of the organization's first admin. */
const firstAdminEmail = async (db: Executor, orgId: OrganizationId): Promise<string> => {
  const [first] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.orgId, orgId), eq(users.role, 'admin'), isNotNull(users.activatedAt)))
    .orderBy(asc(users.id))
    .limit(1);
  return first?.email ?? '';
};

/** Channels of these types, in their order, whether ever saved or not. */
export const listChannelRows = async (ctx: Ctx, types: readonly ChannelType[] = channelTypes): Promise<ChannelRow[]> => {
  const rows = await ctx.db
    .select()
    .from(notificationChannels)
    .where(and(eq(notificationChannels.orgId, ctx.org.id), inArray(notificationChannels.type, [...types])));
  const saved = new Map(rows.map((row) => [row.type, openRow(ctx, row)]));
  const email = types.includes('email') && !saved.has('email') ? await firstAdminEmail(ctx.db, ctx.org.id) : '';
  return types.map((type) => saved.get(type) ?? neverSaved(type, type === 'email' ? { email } : {}));
};

/** Returns the row to change; serializes concurrent saves. */
export const lockChannelRow = async (tx: TransactionContext<OrgContext>, type: ChannelType): Promise<ChannelRow> => {
  await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
  const [row] = await listChannelRows(tx, [type]);
  return row ?? neverSaved(type, {});
};

export const stateOf = ({ type, enabled, fields }: ChannelRow, { channels }: Entitlements): ChannelState =>
  channelState({ enabled, complete: isComplete(type, fields), available: channels.includes(type) });

type ViewContext = Pick<OrgContext, 'entitlements' | 'config'>;

export const viewOf = (row: ChannelRow, { entitlements, config }: ViewContext): ChannelView => {
  const { type, enabled, fields, brokenAt, brokenReason } = row;
  const { channels } = entitlements;
  const enabledChannel = { type, complete: isComplete(type, fields), brokenAt };
  const { name, fields: traits } = traitsOf(type);
  const shown = maskedSettings(type, fields);
  return {
    type,
    name,
    enabled,
    state: stateOf(row, entitlements),
    brokenReason: brokenAt === null ? null : (brokenReason ?? 'The receiver takes nothing any more.'),
    trouble: enabled ? channelTrouble(enabledChannel, { available: channels, sendsMail: config.sendsMail }) : null,
    available: channels.includes(type),
    availableIn: plansWithChannel(type),
    fields: traits.map((field) => ({ ...field, value: shown[field.name] ?? '' })),
  };
};

/** Throws `channel_plan` with the plans that include the channel. */
export const requireChannel = ({ channels }: Entitlements, type: ChannelType): void => {
  if (!channels.includes(type))
    throw new DomainError('channel_plan', { message: `Available in: ${plansWithChannel(type).join(', ')} plans` });
};
