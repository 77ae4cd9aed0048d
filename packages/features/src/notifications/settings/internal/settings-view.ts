import { type Executor, notificationSettings, organizations } from '@notafter/db';
import { DEFAULT_TEMPLATE, maskSecret, type QuietHours } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { openApiKey } from '../../channels/internal/sealed-settings.ts';

/** Smart Notifications as people see and save them. */
export interface NotificationSettings {
  readonly escalationEnabled: boolean;
  readonly escalationDelayHours: number;
  readonly escalationEmail: string;
  readonly groupingEnabled: boolean;
  readonly groupingIntervalHours: number;
  /** Null: the default template. */
  readonly customTemplate: string | null;
  readonly statusPageEnabled: boolean;
  readonly statusPageUrl: string;
  /** Masked; blank if none is stored. */
  readonly statusPageApiKey: string;
  readonly quietHours: QuietHours | null;
}

export interface SettingsAnswer {
  readonly settings: NotificationSettings;
  /** Whether the current plan includes them; else they are inactive but stay saved. */
  readonly available: boolean;
  readonly defaultTemplate: string;
}

type Ctx = Pick<OrgContext, 'auth' | 'log' | 'org'> & { readonly db: Executor };
export type SettingsRow = typeof notificationSettings.$inferSelect;

export const findSettings = async (db: Executor, orgId: OrgContext['org']['id']): Promise<SettingsRow | null> => {
  const [row] = await db.select().from(notificationSettings).where(eq(notificationSettings.orgId, orgId));
  return row ?? null;
};

/** Serializes concurrent saves. */
export const lockSettings = async (tx: TransactionContext<OrgContext>): Promise<SettingsRow | null> => {
  await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
  return findSettings(tx.db, tx.org.id);
};

/** Blank if none is stored, or if it cannot be decrypted. */
export const storedApiKey = ({ auth, log, org }: Ctx, row: SettingsRow | null): string => {
  if (row === null || row.sealedStatusPageApiKey === null) return '';
  try {
    return openApiKey(auth, org.id, row.sealedStatusPageApiKey);
  } catch (err) {
    log.error({ err, orgId: org.id }, 'the stored API key of a status page cannot be decrypted');
    return '';
  }
};

export const toSettingsView = (ctx: Ctx, row: SettingsRow | null): NotificationSettings => ({
  escalationEnabled: row?.escalationEnabled ?? false,
  escalationDelayHours: row?.escalationDelayHours ?? 24,
  escalationEmail: row?.escalationEmail ?? '',
  groupingEnabled: row?.groupingEnabled ?? false,
  groupingIntervalHours: row?.groupingIntervalHours ?? 6,
  customTemplate: row?.customTemplate ?? null,
  statusPageEnabled: row?.statusPageEnabled ?? false,
  statusPageUrl: row?.statusPageUrl ?? '',
  statusPageApiKey: maskSecret(storedApiKey(ctx, row)),
  quietHours: row?.quietHours ?? null,
});

export const settingsAnswer = (ctx: Ctx & Pick<OrgContext, 'entitlements'>, row: SettingsRow | null): SettingsAnswer => ({
  settings: toSettingsView(ctx, row),
  available: ctx.entitlements.team,
  defaultTemplate: DEFAULT_TEMPLATE,
});
