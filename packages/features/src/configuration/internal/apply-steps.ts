import { certificates } from '@notafter/db';
import {
  type AlertRouteId,
  brandId,
  byDays,
  type CertificateId,
  type ChannelId,
  type Configuration,
  type ConfiguredKind,
  cleanTags,
  DomainError,
  type EnvironmentId,
  type Fields,
  type PlannedStep,
  targetWith,
  type WantedObject,
} from '@notafter/domain';
import { and, eq, inArray } from 'drizzle-orm';
import { addEndpoints } from '../../certificates/add-endpoints.ts';
import { removeCertificates } from '../../certificates/remove-certificates.ts';
import { removeMatching } from '../../certificates/remove-matching.ts';
import { updateCertificateTags } from '../../certificates/update-certificate-tags.ts';
import { addDate } from '../../certificates/uploads/add-date.ts';
import { addUpload } from '../../certificates/uploads/add-upload.ts';
import { replaceUpload } from '../../certificates/uploads/replace-upload.ts';
import { updateDate } from '../../certificates/uploads/update-date.ts';
import type { OrgContext } from '../../context.ts';
import { addEnvironment } from '../../environments/add-environment.ts';
import { removeEnvironment } from '../../environments/remove-environment.ts';
import { updateEnvironment } from '../../environments/update-environment.ts';
import { addChannel } from '../../notifications/channels/add-channel.ts';
import { removeChannel } from '../../notifications/channels/remove-channel.ts';
import { replaceChannel } from '../../notifications/channels/replace-channel.ts';
import { updateChannel } from '../../notifications/channels/update-channel.ts';
import { removeAlertRoute } from '../../notifications/routing/remove-alert-route.ts';
import { removeDayRule } from '../../notifications/routing/remove-day-rule.ts';
import { saveAlertRoute } from '../../notifications/routing/save-alert-route.ts';
import { saveDayRule } from '../../notifications/routing/save-day-rule.ts';
import { saveAlertSettings } from '../../notifications/settings/save-alert-settings.ts';
import { unwatchDomain } from '../../transparency/unwatch-domain.ts';
import { updateWatchedDomain } from '../../transparency/update-watched-domain.ts';
import { watchDomain } from '../../transparency/watch-domain.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type AppliedNow, deleteApplied, writeApplied } from './applied-rows.ts';
import type { WantedPlan } from './read-plan.ts';

/** Endpoints of one transaction. */
const CHUNK = 500;

export interface DoneSteps {
  readonly done: readonly PlannedStep[];
  readonly failed: { readonly kind: ConfiguredKind; readonly key: string; readonly code: string; readonly message: string } | null;
}

type ByKey<Item> = ReadonlyMap<string, Item>;
type Named = 'environments' | 'channels' | 'endpoints' | 'uploads' | 'dates' | 'routes' | 'day_rules' | 'domains';

interface Work {
  readonly ctx: OrgContext;
  readonly wanted: WantedPlan;
  readonly items: { readonly [List in Named]: ByKey<Configuration[List][number]> };
  /** Of the file, by kind and key. */
  readonly objects: ReadonlyMap<string, WantedObject>;
  /** Of each key of the file, as far as the object exists. */
  readonly ids: Map<string, string>;
}

const nameOf = (kind: ConfiguredKind, key: string): string => `${kind} ${key}`;

const byKey = <Item extends { readonly key: string }>(items: readonly Item[]): ByKey<Item> =>
  new Map(items.map((item) => [item.key, item]));

const itemOf = <Item>(items: ByKey<Item>, key: string): Item => {
  const item = items.get(key);
  if (item === undefined) throw new Error(`The file has no ${key}.`);
  return item;
};

const idOf = <Kind extends string>({ ids }: Work, kind: ConfiguredKind, key: string) => {
  const id = ids.get(nameOf(kind, key));
  if (id === undefined) throw new Error(`${kind} ${key} is not there.`);
  return brandId<Kind>(id);
};

const environmentOf = (work: Work, key: string | undefined): EnvironmentId | null =>
  key === undefined ? null : idOf(work, 'environment', key);

const saveEnvironment = async ({ ctx, items }: Work, { key, id }: PlannedStep): Promise<string> => {
  const { name, description = null } = itemOf(items.environments, key);
  const { environment } =
    id === null
      ? await addEnvironment(ctx, { name, description })
      : await updateEnvironment(ctx, { id: brandId<'environment'>(id), name, description });
  return environment.id;
};

const saveChannel = async ({ ctx, items }: Work, { key, id }: PlannedStep): Promise<string> => {
  const { type, name, enabled, default: inDefaultRoute, settings } = itemOf(items.channels, key);
  const values = { name, enabled, inDefaultRoute, settings };
  const { channel } =
    id === null ? await addChannel(ctx, { type, ...values }) : await updateChannel(ctx, { id: brandId<'channel'>(id), ...values });
  if (channel.id === null) throw new Error('The channel was not stored.');
  return channel.id;
};

const saveEndpoint = async (work: Work, { key, id }: PlannedStep): Promise<string> => {
  const { environment, tags } = itemOf(work.items.endpoints, key);
  const certificateId = brandId<'certificate'>(id ?? '');
  await updateCertificateTags(work.ctx, { id: certificateId, tags, environmentId: environmentOf(work, environment) });
  return certificateId;
};

/** Replaces an upload only if its certificate is another one; tags and environment are one edit. */
const saveUpload = async (work: Work, { key, id, changes }: PlannedStep): Promise<string> => {
  const { name, certificate, environment, tags } = itemOf(work.items.uploads, key);
  const environmentId = environmentOf(work, environment);
  if (id === null) return (await addUpload(work.ctx, { name, certificate, tags, environmentId })).certificate.id;
  const certificateId = brandId<'certificate'>(id);
  if (changes.some(({ field }) => field === 'certificate' || field === 'chain'))
    await replaceUpload(work.ctx, { id: certificateId, certificate });
  await updateCertificateTags(work.ctx, { id: certificateId, tags, environmentId });
  return id;
};

const saveDate = async (work: Work, { key, id, changes }: PlannedStep): Promise<string> => {
  const { name, expires, issuer: given, environment, tags } = itemOf(work.items.dates, key);
  const environmentId = environmentOf(work, environment);
  const [expiresAt, issuer] = [new Date(expires), given === undefined || given === '' ? null : given];
  if (id === null) return (await addDate(work.ctx, { name, expiresAt, issuer, tags, environmentId })).certificate.id;
  const certificateId = brandId<'certificate'>(id);
  if (changes.some(({ field }) => field === 'expires' || field === 'issuer'))
    await updateDate(work.ctx, { id: certificateId, expiresAt, issuer });
  await updateCertificateTags(work.ctx, { id: certificateId, tags, environmentId });
  return id;
};

const saveRoute = async (work: Work, { key }: PlannedStep): Promise<string> => {
  const { tag, environment, channels } = itemOf(work.items.routes, key);
  const channelIds = channels.map((name): ChannelId => idOf(work, 'channel', name));
  const subject = tag === undefined ? { environmentId: idOf<'environment'>(work, 'environment', environment ?? '') } : { tag };
  return (await saveAlertRoute(work.ctx, { ...subject, channelIds })).route.id;
};

const saveRule = async ({ ctx, items }: Work, { key }: PlannedStep): Promise<string> => {
  const { tag, days } = itemOf(items.day_rules, key);
  return (await saveDayRule(ctx, { tag, days: byDays(days) })).id;
};

const saveDomain = async ({ ctx, items }: Work, { key, id }: PlannedStep): Promise<string> => {
  const { domain, allowed_issuers: allowedIssuers } = itemOf(items.domains, key);
  const saved =
    id === null
      ? await watchDomain(ctx, { domain, allowedIssuers: [...allowedIssuers] })
      : await updateWatchedDomain(ctx, { id: brandId<'watched-domain'>(id), allowedIssuers: [...allowedIssuers] });
  return saved.domain.id;
};

const saveAlerts = async ({ ctx, wanted }: Work): Promise<string> => {
  const { alerts } = wanted.configuration;
  const scale = alerts?.scale_to_lifetime;
  await saveAlertSettings(ctx, { alertDays: [...(alerts?.days ?? [])], ...(scale === undefined ? {} : { scaleToLifetime: scale }) });
  return ctx.org.id;
};

const save: Readonly<Record<ConfiguredKind, (work: Work, step: PlannedStep) => Promise<string>>> = {
  environment: saveEnvironment,
  channel: saveChannel,
  endpoint: saveEndpoint,
  upload: saveUpload,
  date: saveDate,
  route: saveRoute,
  day_rule: saveRule,
  domain: saveDomain,
  alerts: saveAlerts,
};

const remove = async ({ ctx }: Work, kind: ConfiguredKind, ids: readonly string[]): Promise<void> => {
  if (kind === 'endpoint' || kind === 'upload' || kind === 'date') {
    await removeCertificates(ctx, { ids: ids.map((id): CertificateId => brandId(id)) });
    return;
  }
  for (const id of ids) {
    if (kind === 'environment') await removeEnvironment(ctx, { id: brandId<'environment'>(id) });
    if (kind === 'channel') await removeChannel(ctx, { id: brandId<'channel'>(id) });
    if (kind === 'day_rule') await removeDayRule(ctx, { id: brandId<'alert-day-rule'>(id) });
    if (kind === 'domain') await unwatchDomain(ctx, { id: brandId<'watched-domain'>(id) });
    if (kind === 'route') await removeAlertRoute(ctx, { id: brandId<'alert-route'>(id) satisfies AlertRouteId });
  }
};

/** The fields of a file's object, with the IDs of what it names. */
const fieldsOf = (work: Work, { kind, key }: PlannedStep): Fields => {
  const { fields = {}, references = {} } = work.objects.get(nameOf(kind, key)) ?? {};
  const named = Object.entries(references).map(([field, to]) => [field, to.names.map((name) => idOf(work, to.kind, name)).sort()]);
  return { ...fields, ...Object.fromEntries(named) };
};

/**
 * Adds endpoints in the place of those they replace, with what was applied, in one transaction: none is gone whose successor was refused,
 * and none is there that a later plan would not know.
 */
const createEndpoints = (work: Work, steps: readonly PlannedStep[]): Promise<void> =>
  withTransaction(work.ctx, async (tx, audit) => {
    const replaced = steps.flatMap(({ id }): CertificateId[] => (id === null ? [] : [brandId(id)]));
    if (replaced.length > 0) await removeMatching(tx, and(eq(certificates.orgId, tx.org.id), inArray(certificates.id, replaced)));
    const added = await addEndpoints(
      tx,
      steps.map(({ key }) => {
        const { domain, environment, tags } = itemOf(work.items.endpoints, key);
        return { target: targetWith(domain, {}), tags: cleanTags(tags), environmentId: environmentOf(work, environment) };
      }),
    );
    const applied = steps.map((step, index): AppliedNow => ({ key: step.key, id: added[index] ?? '', fields: fieldsOf(work, step) }));
    await writeApplied(tx, work.wanted.stack, 'endpoint', applied);
    for (const { key, id } of applied) work.ids.set(nameOf('endpoint', key), id);
    audit({ detail: { name: work.wanted.stack, endpoints: added.length, ...(replaced.length > 0 ? { deleted: replaced.length } : {}) } });
  });

const replaceOneChannel = (work: Work, step: PlannedStep): Promise<void> =>
  withTransaction(work.ctx, async (tx, audit) => {
    const { type, name, enabled, default: inDefaultRoute, settings } = itemOf(work.items.channels, step.key);
    const channel = { type, name, enabled, inDefaultRoute, settings };
    const id = await replaceChannel(tx, brandId<'channel'>(step.id ?? ''), channel);
    work.ids.set(nameOf('channel', step.key), id);
    await writeApplied(tx, work.wanted.stack, 'channel', [{ key: step.key, id, fields: fieldsOf(work, step) }]);
    audit({ subjectId: id, detail: { name, type } });
  });

/**
 * Carries out steps of one kind and action. What replaces an object exists beside it first, and takes its place when nothing refused it;
 * the next plan ends what a death in between leaves.
 */
const carryOut = async (work: Work, steps: readonly PlannedStep[]): Promise<void> => {
  const { ctx, wanted } = work;
  const [first] = steps;
  if (first === undefined) return;
  const { kind, action } = first;
  const ids = steps.flatMap(({ id }) => id ?? []);
  if (kind === 'channel' && action === 'replace') return replaceOneChannel(work, first);
  if (kind === 'endpoint' && (action === 'create' || action === 'replace')) return createEndpoints(work, steps);
  if (action === 'delete') await remove(work, kind, ids);
  if (action === 'delete' || action === 'forget')
    return deleteApplied(
      ctx,
      wanted.stack,
      kind,
      steps.map(({ key }) => key),
    );
  const applied: AppliedNow[] = [];
  for (const step of steps) {
    const isSame = step.id !== null && step.changes.length === 0;
    const id = isSame && step.id !== null ? step.id : await save[kind](work, action === 'replace' ? { ...step, id: null } : step);
    work.ids.set(nameOf(kind, step.key), id);
    applied.push({ key: step.key, id, fields: fieldsOf(work, step) });
  }
  if (action === 'replace') await remove(work, kind, ids);
  await writeApplied(ctx, wanted.stack, kind, applied);
};

const isBulk = ({ kind, action }: PlannedStep): boolean => kind === 'endpoint' && action !== 'update';

/** Steps that are carried out together: neighbors that are endpoints of the same action. */
const groupsOf = (steps: readonly PlannedStep[]): PlannedStep[][] => {
  const groups: PlannedStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last !== undefined && first !== undefined && isBulk(step) && isBulk(first) && first.action === step.action && last.length < CHUNK)
      last.push(step);
    else groups.push([step]);
  }
  return groups;
};

interface WantedSteps extends WantedPlan {
  /** Of the file. */
  readonly objects: readonly WantedObject[];
}

/** Carries out a plan in its order, until a step is refused. */
export const applySteps = async (ctx: OrgContext, wanted: WantedSteps, steps: readonly PlannedStep[]): Promise<DoneSteps> => {
  const known = steps.flatMap(({ kind, key, id, action }) =>
    id === null || action === 'replace' ? [] : [[nameOf(kind, key), id] as const],
  );
  const { environments, channels, endpoints, uploads, dates, routes, day_rules, domains } = wanted.configuration;
  const work: Work = {
    ctx,
    wanted,
    items: {
      ...{ environments: byKey(environments), channels: byKey(channels), endpoints: byKey(endpoints) },
      ...{ uploads: byKey(uploads), dates: byKey(dates), routes: byKey(routes) },
      ...{ day_rules: byKey(day_rules), domains: byKey(domains) },
    },
    objects: new Map(wanted.objects.map((one) => [nameOf(one.kind, one.key), one])),
    ids: new Map(known),
  };
  const done: PlannedStep[] = [];
  for (const group of groupsOf(steps)) {
    const [first] = group;
    if (first === undefined) continue;
    const { action, kind, key } = first;
    try {
      if (action !== 'none' && action !== 'left') await carryOut(work, group);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { done, failed: { kind, key, code: error.code, message: error.message } };
    }
    done.push(...group);
  }
  return { done, failed: null };
};
