/** In the order in which they are created; they are deleted in the other order. */
export const configuredKinds = ['environment', 'channel', 'endpoint', 'upload', 'date', 'route', 'day_rule', 'domain', 'alerts'] as const;
export type ConfiguredKind = (typeof configuredKinds)[number];

export type FieldValue = string | boolean | null | readonly (string | number)[];
export type Fields = Readonly<Record<string, FieldValue>>;

/** A field that names other objects by their keys in the file; the plan has their IDs in its place. */
export interface References {
  readonly kind: ConfiguredKind;
  readonly names: readonly string[];
}

/** An object as the file wants it. */
export interface WantedObject {
  readonly kind: ConfiguredKind;
  readonly key: string;
  /** By which it is recognized if nothing with this key was applied before: a domain, a name in lower case, a subject. */
  readonly identity: string;
  /** For people. */
  readonly label: string;
  readonly fields: Fields;
  readonly references?: Readonly<Record<string, References>>;
}

/** An object as it is. */
export interface PresentObject {
  readonly kind: ConfiguredKind;
  readonly id: string;
  readonly identity: string;
  readonly label: string;
  /** References are IDs, in lists. */
  readonly fields: Fields;
}

/** An object as it was applied under a key, by this stack or another one. */
export interface AppliedObject {
  readonly stack: string;
  readonly kind: ConfiguredKind;
  readonly key: string;
  readonly id: string;
  /** Without secrets. */
  readonly fields: Fields;
}

/**
 * `adopt`: it exists and was not applied by a file yet. `replace`: what changes cannot be changed, so it is deleted and created.
 * `forget`: it is gone, and so is its entry in the file. `left`: it is no longer in the file; only pruning deletes it.
 */
export type PlannedAction = 'create' | 'adopt' | 'update' | 'replace' | 'delete' | 'forget' | 'left' | 'none';

export interface FieldChange {
  readonly field: string;
  /** Null also for a secret. */
  readonly from: FieldValue;
  readonly to: FieldValue;
  readonly isSecret: boolean;
  /** It was changed elsewhere since this stack applied it. */
  readonly isDrift: boolean;
}

export interface PlannedStep {
  readonly action: PlannedAction;
  readonly kind: ConfiguredKind;
  readonly key: string;
  readonly label: string;
  /** Of the object that exists; null before it is created. */
  readonly id: string | null;
  readonly changes: readonly FieldChange[];
  /** It was deleted elsewhere since this stack applied it. */
  readonly isDrift: boolean;
}

/** Why a plan is impossible. */
export interface PlanProblem {
  readonly kind: ConfiguredKind;
  readonly key: string;
  readonly message: string;
}

export interface ConfigurationPlan {
  /** In the order in which they are carried out. */
  readonly steps: readonly PlannedStep[];
  readonly problems: readonly PlanProblem[];
}

/** Fields that nothing can change: another value means another object. */
const fixedFields: Readonly<Record<ConfiguredKind, readonly string[]>> = {
  environment: [],
  channel: ['type'],
  endpoint: ['domain'],
  upload: ['name'],
  date: ['name'],
  route: ['tag', 'environment'],
  day_rule: ['tag'],
  domain: ['domain'],
  alerts: [],
};

/** Whether an object stays the same one under another name. */
const isRenamed = (kind: ConfiguredKind): boolean => kind === 'environment' || kind === 'channel';

/** Every setting of a channel counts as one: an address with a token in it looks like any other. */
export const isSecretField = (kind: ConfiguredKind, field: string): boolean => kind === 'channel' && field.startsWith('settings.');

export const environmentRouteIdentity = (id: string): string => `environment ${id}`;

/** The ID that stands for an object that is created first. */
export const newIdOf = ({ kind, key }: Pick<WantedObject, 'kind' | 'key'>): string => `new:${kind} ${key}`;

const canonical = (value: FieldValue | undefined): string => JSON.stringify(value ?? null);

interface Match {
  readonly wanted: WantedObject;
  readonly present: PresentObject | null;
  readonly applied: AppliedObject | null;
}

interface PlanInput {
  readonly stack: string;
  readonly wanted: readonly WantedObject[];
  readonly present: readonly PresentObject[];
  readonly applied: readonly AppliedObject[];
  readonly prune: boolean;
}

const byKind = (kind: ConfiguredKind, name: string): string => `${kind} ${name}`;

/** Finds the object of each wanted one: what its key stood for last, else what is the same thing. */
const matchAll = ({ stack, wanted, present, applied }: PlanInput): { matches: Match[]; problems: PlanProblem[] } => {
  const own = new Map(applied.filter((one) => one.stack === stack).map((one) => [byKind(one.kind, one.key), one]));
  const owners = new Map(applied.map((one) => [byKind(one.kind, one.id), one]));
  const byId = new Map(present.map((one) => [byKind(one.kind, one.id), one]));
  const byIdentity = new Map(present.map((one) => [byKind(one.kind, one.identity), one]));
  const keys = new Set(wanted.map(({ kind, key }) => byKind(kind, key)));
  const problems: PlanProblem[] = [];
  // Environments come before the routes that are recognized by them.
  const ids = new Map<string, string>();
  const identityOf = ({ kind, identity, references }: WantedObject): string => {
    const environment = kind === 'route' ? references?.environment?.names[0] : undefined;
    return environment === undefined ? identity : environmentRouteIdentity(ids.get(byKind('environment', environment)) ?? '');
  };
  const matches = wanted.map((one): Match => {
    const { kind, key } = one;
    const identity = identityOf(one);
    const known = own.get(byKind(kind, key)) ?? null;
    const kept = known === null ? undefined : byId.get(byKind(kind, known.id));
    const same = byIdentity.get(byKind(kind, identity));
    const owner = same === undefined ? undefined : owners.get(byKind(kind, same.id));
    const isTaken =
      same !== undefined && same.id !== kept?.id && owner !== undefined && (owner.stack !== stack || keys.has(byKind(kind, owner.key)));
    if (isTaken && owner !== undefined) {
      const where = owner.stack === stack ? `under the key '${owner.key}'` : `by the stack '${owner.stack}'`;
      problems.push({ kind, key, message: `${one.label} is managed ${where}.` });
    }
    // A kind that can't be renamed makes room for the object that already is what the file wants.
    const found = (isTaken || isRenamed(kind) ? (kept ?? same) : (same ?? kept)) ?? null;
    if (found !== null) ids.set(byKind(kind, key), found.id);
    return { wanted: one, present: found, applied: known };
  });
  return { matches, problems };
};

/** Puts IDs in the place of keys. */
const resolved = (matches: readonly Match[]): ((wanted: WantedObject) => Fields) => {
  const ids = new Map(matches.map(({ wanted, present }) => [byKind(wanted.kind, wanted.key), present?.id ?? newIdOf(wanted)]));
  return ({ fields, references = {} }) => ({
    ...fields,
    ...Object.fromEntries(
      Object.entries(references).map(([field, { kind, names }]) => [
        field,
        names.map((name) => ids.get(byKind(kind, name)) ?? name).sort(),
      ]),
    ),
  });
};

const changesBetween = (kind: ConfiguredKind, from: Fields | null, to: Fields, applied: Fields | null): FieldChange[] =>
  [...new Set([...Object.keys(from ?? {}), ...Object.keys(to)])].sort().flatMap((field): FieldChange[] => {
    const [before, after] = [from?.[field] ?? null, to[field] ?? null];
    if (from !== null && canonical(before) === canonical(after)) return [];
    if (from === null && after === null) return [];
    const isSecret = isSecretField(kind, field);
    const isDrift = from !== null && !isSecret && applied !== null && canonical(applied[field]) !== canonical(before);
    return [{ field, from: isSecret ? null : before, to: isSecret ? null : after, isSecret, isDrift }];
  });

const stepOf = ({ wanted, present, applied }: Match, fields: Fields): PlannedStep => {
  const { kind, key, label } = wanted;
  const base = { kind, key, label, id: present?.id ?? null };
  if (present === null) {
    return { ...base, action: 'create', changes: changesBetween(kind, null, fields, null), isDrift: applied !== null };
  }
  const isOwn = applied?.id === present.id;
  // A field that the file may leave out stays as it is.
  const comparable = Object.fromEntries(Object.entries(present.fields).filter(([field]) => field in fields || !isOptional(kind, field)));
  const changes = changesBetween(kind, comparable, fields, isOwn ? applied.fields : null);
  const isFixed = changes.some(({ field }) => fixedFields[kind].includes(field));
  if (isFixed) return { ...base, action: 'replace', changes, isDrift: false };
  if (!isOwn) return { ...base, action: 'adopt', changes, isDrift: false };
  return { ...base, action: changes.length === 0 ? 'none' : 'update', changes, isDrift: false };
};

/** Fields that a file may leave out without an opinion on them. */
const isOptional = (kind: ConfiguredKind, field: string): boolean =>
  (kind === 'alerts' && field === 'scale_to_lifetime') || isSecretField(kind, field);

/** Endpoints make room before others are added; channels and environments go once nothing names them. */
const placeOf = ({ kind, action }: PlannedStep): number => {
  if (action !== 'delete') return 2 + configuredKinds.indexOf(kind);
  return { route: 0, day_rule: 0, domain: 0, endpoint: 1, upload: 1, date: 1, channel: 20, environment: 21, alerts: 22 }[kind];
};

/** Decides what brings an organization from its present state to the wanted one. Never touches what no file applied. */
export const planConfiguration = (input: PlanInput): ConfigurationPlan => {
  const { stack, wanted, present, applied, prune } = input;
  const { matches, problems } = matchAll(input);
  const fieldsOf = resolved(matches);
  const keys = new Set(wanted.map(({ kind, key }) => byKind(kind, key)));
  const used = new Set(matches.flatMap((match) => (match.present === null ? [] : byKind(match.wanted.kind, match.present.id))));
  const byId = new Map(present.map((one) => [byKind(one.kind, one.id), one]));
  const outgoing = applied
    .filter((one) => one.stack === stack && !used.has(byKind(one.kind, one.id)))
    .flatMap(({ kind, key, id }): PlannedStep[] => {
      const still = byId.get(byKind(kind, id));
      const hasSuccessor = keys.has(byKind(kind, key));
      if (hasSuccessor && still === undefined) return [];
      const action = still === undefined || kind === 'alerts' ? 'forget' : prune || hasSuccessor ? 'delete' : 'left';
      return [{ action, kind, key, id, label: still?.label ?? key, changes: [], isDrift: false }];
    });
  const steps = [...matches.map((match) => stepOf(match, fieldsOf(match.wanted))), ...outgoing].sort(
    (one, other) => placeOf(one) - placeOf(other),
  );
  return { steps, problems };
};
