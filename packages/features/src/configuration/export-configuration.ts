import { type Executor, x509Certificates } from '@notafter/db';
import type { ConfiguredKind, Fields, PresentObject } from '@notafter/domain';
import { exportConfigurationInput } from '@notafter/domain/inputs';
import { inArray, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { readApplied } from './internal/applied-rows.ts';
import { readPresentObjects } from './internal/present-objects.ts';

interface Placed {
  readonly environment?: string;
  readonly tags?: Readonly<Record<string, string>>;
}

/** As a file has it, with a placeholder for each secret. */
export interface ExportedConfiguration {
  readonly environments: readonly { readonly key: string; readonly name: string; readonly description?: string }[];
  readonly channels: readonly {
    readonly key: string;
    readonly type: string;
    readonly name: string;
    readonly enabled: boolean;
    readonly default: boolean;
    readonly settings: Readonly<Record<string, { readonly env: string }>>;
  }[];
  readonly endpoints: readonly (Placed & { readonly key: string; readonly domain: string })[];
  readonly uploads: readonly (Placed & {
    readonly key: string;
    readonly name: string;
    /** PEM, with its chain. */
    readonly certificate: string;
  })[];
  readonly dates: readonly (Placed & { readonly key: string; readonly name: string; readonly expires: string; readonly issuer?: string })[];
  readonly routes: readonly {
    readonly key: string;
    readonly tag?: string;
    readonly environment?: string;
    readonly channels: readonly string[];
  }[];
  readonly dayRules: readonly { readonly key: string; readonly tag: string; readonly days: readonly number[] }[];
  readonly domains: readonly { readonly key: string; readonly domain: string; readonly allowedIssuers: readonly string[] }[];
  readonly alerts: { readonly days: readonly number[]; readonly scaleToLifetime: boolean };
}

const KEY_MAX_LENGTH = 90;

/** `Customer C, EU` as `customer-c-eu`. */
const slugOf = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._]+/g, '-')
    .slice(0, KEY_MAX_LENGTH)
    .replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '') || 'object';

/** Keys for objects that have none, each once within its kind. */
const nameObjects = (present: readonly PresentObject[], keyOf: (object: PresentObject) => string | undefined): Map<string, string> => {
  const keys = new Map<string, string>();
  const taken = new Map<ConfiguredKind, Set<string>>();
  const takenOf = (kind: ConfiguredKind): Set<string> => {
    const known = taken.get(kind) ?? new Set();
    taken.set(kind, known);
    return known;
  };
  for (const object of present) {
    const known = keyOf(object);
    if (known !== undefined) {
      keys.set(object.id, known);
      takenOf(object.kind).add(known);
    }
  }
  for (const object of present) {
    if (keys.has(object.id)) continue;
    const used = takenOf(object.kind);
    const slug = slugOf(object.label);
    let key = slug;
    for (let count = 2; used.has(key); count += 1) key = `${slug}-${count}`;
    used.add(key);
    keys.set(object.id, key);
  }
  return keys;
};

const text = (fields: Fields, field: string): string => {
  const value = fields[field];
  return typeof value === 'string' ? value : '';
};
const list = (fields: Fields, field: string): readonly string[] => {
  const value = fields[field];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};
const numbers = (fields: Fields, field: string): readonly number[] => {
  const value = fields[field];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
};
const below = (fields: Fields, prefix: string): [string, string][] =>
  Object.entries(fields).flatMap(([field, value]): [string, string][] =>
    field.startsWith(prefix) && typeof value === 'string' ? [[field.slice(prefix.length), value]] : [],
  );

const chainOf = (fields: Fields): readonly string[] => [text(fields, 'certificate'), ...list(fields, 'chain')];

const loadPems = async (db: Executor, fingerprints: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { fingerprint256, facts } = x509Certificates;
  const pem = sql<string>`${facts} ->> 'pem'`;
  const rows =
    fingerprints.length === 0
      ? []
      : await db
          .select({ fingerprint256, pem })
          .from(x509Certificates)
          .where(inArray(fingerprint256, [...fingerprints]));
  return new Map(rows.map((row) => [row.fingerprint256, row.pem]));
};

/** `NOTAFTER_ON_CALL_WEBHOOK`. */
const variableOf = (key: string, setting: string): string => `NOTAFTER_${key}_${setting}`.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

/**
 * Returns everything of the organization as a file has it: with the keys of this stack, and made-up ones for the rest. Secrets are left out;
 * in their place stand names of variables.
 */
export const exportConfiguration = useCase({
  name: 'configuration/export-configuration',
  access: 'admin',
  input: exportConfigurationInput,
})(async (ctx, { stack }): Promise<ExportedConfiguration> => {
  const present = await readPresentObjects(ctx);
  const applied = await readApplied(ctx.db, ctx.org.id);
  const own = new Map(applied.filter((one) => one.stack === stack).map(({ kind, id, key }) => [`${kind} ${id}`, key]));
  const elsewhere = new Set(applied.filter((one) => one.stack !== stack).map(({ kind, id }) => `${kind} ${id}`));
  const shown = present.filter(({ kind, id }) => !elsewhere.has(`${kind} ${id}`));
  const keys = nameObjects(shown, ({ kind, id }) => own.get(`${kind} ${id}`));
  const keyOf = (id: string): string => keys.get(id) ?? '';
  const of = (kind: ConfiguredKind) => shown.filter((object) => object.kind === kind);
  const environmentOf = (fields: Fields) => {
    const [id] = list(fields, 'environment');
    return id === undefined || !keys.has(id) ? {} : { environment: keyOf(id) };
  };
  const placeOf = (fields: Fields): Placed => {
    const tags = Object.fromEntries(below(fields, 'tags.'));
    return { ...environmentOf(fields), ...(Object.keys(tags).length === 0 ? {} : { tags }) };
  };
  const pems = await loadPems(
    ctx.db,
    of('upload').flatMap(({ fields }) => chainOf(fields)),
  );
  const [alerts] = of('alerts');
  return {
    environments: of('environment').map(({ id, fields }) => {
      const description = text(fields, 'description');
      return { key: keyOf(id), name: text(fields, 'name'), ...(description === '' ? {} : { description }) };
    }),
    channels: of('channel').map(({ id, fields }) => ({
      ...{ key: keyOf(id), type: text(fields, 'type'), name: text(fields, 'name') },
      ...{ enabled: fields.enabled === true, default: fields.default === true },
      settings: Object.fromEntries(
        below(fields, 'settings.').flatMap(([name, value]) => (value === '' ? [] : [[name, { env: variableOf(keyOf(id), name) }]])),
      ),
    })),
    endpoints: of('endpoint').map(({ id, fields }) => ({ key: keyOf(id), domain: text(fields, 'domain'), ...placeOf(fields) })),
    uploads: of('upload').map(({ id, fields }) => ({
      ...{ key: keyOf(id), name: text(fields, 'name') },
      certificate: chainOf(fields)
        .flatMap((fingerprint) => pems.get(fingerprint) ?? [])
        .join(''),
      ...placeOf(fields),
    })),
    dates: of('date').map(({ id, fields }) => {
      const issuer = text(fields, 'issuer');
      return {
        ...{ key: keyOf(id), name: text(fields, 'name'), expires: text(fields, 'expires') },
        ...(issuer === '' ? {} : { issuer }),
        ...placeOf(fields),
      };
    }),
    routes: of('route').flatMap(({ id, fields }) => {
      const channels = list(fields, 'channels').flatMap((channel) => keys.get(channel) ?? []);
      const tag = text(fields, 'tag');
      const subject = tag === '' ? environmentOf(fields) : { tag };
      return channels.length === 0 || Object.keys(subject).length === 0 ? [] : [{ key: keyOf(id), ...subject, channels }];
    }),
    dayRules: of('day_rule').map(({ id, fields }) => ({ key: keyOf(id), tag: text(fields, 'tag'), days: numbers(fields, 'days') })),
    domains: of('domain').map(({ id, fields }) => ({
      ...{ key: keyOf(id), domain: text(fields, 'domain'), allowedIssuers: list(fields, 'allowed_issuers') },
    })),
    alerts: { days: numbers(alerts?.fields ?? {}, 'days'), scaleToLifetime: alerts?.fields.scale_to_lifetime === true },
  };
});
