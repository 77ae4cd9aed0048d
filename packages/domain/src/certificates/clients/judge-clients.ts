import { SECOND_MS } from '../../time.ts';
import type { MissingIssuer } from '../checks/observation.ts';
import { type ClientFacts, isCountedSct, type TrustPath } from './client-facts.ts';
import type { ClientId, ClientProfile, ClientRules, LogTable, PublicRoot, RootRule, RuleSource, SctPolicy } from './client-rules.ts';
import { clientNames } from './client-rules.ts';
import { countScts } from './count-scts.ts';

export type RefusalCause =
  | { readonly kind: 'removed'; readonly root: string }
  | { readonly kind: 'not_in_store'; readonly root: string; readonly store: string }
  | { readonly kind: 'sct_after'; readonly root: string; readonly limit: Date; readonly earliest: Date | null }
  | { readonly kind: 'issued_after'; readonly root: string; readonly limit: Date }
  | { readonly kind: 'path_ends'; readonly endsWith: string }
  | {
      readonly kind: 'too_few_scts';
      readonly scts: number;
      readonly operators: number;
      readonly needed: number;
      readonly neededOperators: number;
      /** SCTs that do not count because their log did not sign them. */
      readonly invalid: number;
    }
  | { readonly kind: 'no_intermediate'; readonly issuer: string };

export type UnknownCause =
  | { readonly kind: 'unlisted_logs'; readonly unlisted: number; readonly listedOn: string }
  | { readonly kind: 'intermediate_not_sent'; readonly issuer: string };

/** Whether a client accepts a certificate until it expires. */
export type ClientVerdict =
  | { readonly kind: 'accepts' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause; readonly source: RuleSource | null }
  | {
      readonly kind: 'refuses';
      /** The first instant; `notBefore` if it was refused from the beginning. */
      readonly from: Date;
      readonly cause: RefusalCause;
      /** Null if the certificates themselves show it. */
      readonly source: RuleSource | null;
      /** Whether it is alerted and shown in lists. */
      readonly alerts: boolean;
    };

export interface ClientRow {
  readonly client: ClientId;
  readonly name: string;
  readonly verdict: ClientVerdict;
}

/** A certificate as its endpoint serves it. */
export interface ClientSubject {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly facts: ClientFacts;
  /** The name of the intermediate that the server leaves out, if the chain leads to a trusted root with it. */
  readonly missingIssuer: string | null;
}

/** Returns the name of an intermediate that completes the chain, for `ClientSubject`. */
export const missingIssuerName = (missing: MissingIssuer | null): string | null => (missing?.leadsToRoot === true ? missing.name : null);

const accepts: ClientVerdict = { kind: 'accepts' };

/** Orders verdicts from worst to best. */
export const rankOf = (verdict: ClientVerdict): number => {
  switch (verdict.kind) {
    case 'refuses':
      return verdict.from.getTime();
    case 'unknown':
      return Number.MAX_VALUE;
    case 'accepts':
      return Number.POSITIVE_INFINITY;
  }
};

const worst = (verdicts: readonly ClientVerdict[]): ClientVerdict =>
  verdicts.reduce((kept, each) => (rankOf(each) < rankOf(kept) ? each : kept), accepts);

const best = (verdicts: readonly [ClientVerdict, ...ClientVerdict[]]): ClientVerdict =>
  verdicts.reduce((kept, each) => (rankOf(each) > rankOf(kept) ? each : kept));

/** The tables as maps, made once per table. */
interface Index {
  readonly roots: ReadonlyMap<string, PublicRoot>;
  readonly named: ReadonlyMap<RootRule, ReadonlySet<string>>;
  readonly lacks: ReadonlyMap<readonly string[], ReadonlySet<string>>;
}

const indexes = new WeakMap<ClientRules, Index>();

const indexOf = (rules: ClientRules): Index => {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const made: Index = {
    roots: new Map(rules.roots.map((root) => [root.sha256, root])),
    named: new Map(rules.rootRules.map((rule) => [rule, new Set('roots' in rule ? rule.roots : rule.kind === 'term' ? rule.except : [])])),
    lacks: new Map(rules.stores.map(({ lacks }) => [lacks, new Set(lacks)])),
  };
  indexes.set(rules, made);
  return made;
};

/** Returns the instant of a rule for this root: when it applies, or its limit; null if it does not concern it. */
export const instantOf = (rule: RootRule, anchor: string, rules: ClientRules): Date | null => {
  const { roots, named } = indexOf(rules);
  const isNamed = named.get(rule)?.has(anchor) ?? false;
  const key = roots.get(anchor)?.key ?? null;
  switch (rule.kind) {
    case 'sct_after':
    case 'issued_after':
    case 'removed':
      return isNamed ? new Date(rule.at) : null;
    case 'term':
      return !isNamed && key !== null && rule.keyFrom <= key && key <= rule.keyUntil ? new Date(rule.at) : null;
    case 'key_age': {
      if (key === null || key <= rule.keyAfter) return null;
      const end = new Date(key);
      end.setUTCFullYear(end.getUTCFullYear() + rule.years);
      return end;
    }
  }
};

const earliestSct = ({ scts }: ClientFacts): Date | null => {
  const instants = scts.filter(isCountedSct).map(({ at }) => Date.parse(at));
  return instants.length === 0 ? null : new Date(Math.min(...instants));
};

/** Returns a root's name, the table's if it has one: several roots share a common name. */
export const nameOf = ({ anchor, anchorName }: TrustPath, rules: ClientRules): string =>
  indexOf(rules).roots.get(anchor)?.name ?? anchorName;

const judgeRule = (rule: RootRule, path: TrustPath, subject: ClientSubject, alerts: boolean, rules: ClientRules): ClientVerdict => {
  const instant = instantOf(rule, path.anchor, rules);
  if (instant === null) return accepts;
  const root = nameOf(path, rules);
  const refuses = (from: Date, cause: RefusalCause): ClientVerdict => ({ kind: 'refuses', from, cause, source: rule.source, alerts });
  switch (rule.kind) {
    case 'sct_after': {
      const earliest = earliestSct(subject.facts);
      const isInTime = earliest !== null && earliest <= instant;
      return isInTime ? accepts : refuses(subject.notBefore, { kind: 'sct_after', root, limit: instant, earliest });
    }
    case 'issued_after':
      return subject.notBefore <= instant ? accepts : refuses(subject.notBefore, { kind: 'issued_after', root, limit: instant });
    case 'removed':
    case 'term':
    case 'key_age':
      return refuses(instant, { kind: 'removed', root });
  }
};

const judgePath = (client: ClientProfile, path: TrustPath, subject: ClientSubject, rules: ClientRules): ClientVerdict => {
  const { lacks } = indexOf(rules);
  const own = rules.rootRules.filter((rule) => rule.client === client.id);
  const stores = rules.stores.filter((each) => each.client === client.id && lacks.get(each.lacks)?.has(path.anchor) === true);
  // The last second of a certificate belongs to its validity.
  const end = new Date(Date.parse(path.until) + SECOND_MS);
  return worst([
    ...own.map((rule) => judgeRule(rule, path, subject, client.alerts, rules)),
    ...stores.map(({ store, source, alerts }): ClientVerdict => {
      const cause = { kind: 'not_in_store', root: nameOf(path, rules), store } as const;
      return { kind: 'refuses', from: subject.notBefore, cause, source, alerts: alerts && client.alerts };
    }),
    { kind: 'refuses', from: end, cause: { kind: 'path_ends', endsWith: path.endsWith }, source: null, alerts: client.alerts },
  ]);
};

/** The number of operators that a client needs at least for these SCTs. */
const operatorsFor = (needed: number, { embedded, operators }: SctPolicy): number => {
  const perOperator = embedded.find(({ scts }) => scts === needed)?.perOperator ?? null;
  return perOperator === null ? operators : Math.max(operators, Math.ceil(needed / perOperator));
};

const judgeSctPolicy = (policy: SctPolicy, subject: ClientSubject, ctLogs: LogTable, alerts: boolean): ClientVerdict => {
  const { source } = policy;
  const { scts: all } = subject.facts;
  const counted = all.filter(isCountedSct);
  const count = countScts(policy, ctLogs, { ...subject, scts: counted });
  switch (count.kind) {
    case 'enough':
      return accepts;
    case 'unlisted': {
      const { listedOn } = ctLogs.lists[policy.list];
      return { kind: 'unknown', cause: { kind: 'unlisted_logs', unlisted: count.unlisted, listedOn }, source };
    }
    case 'missing': {
      const { scts, operators, needed } = count;
      const invalid = all.length - counted.length;
      const cause = { kind: 'too_few_scts', scts, operators, needed, neededOperators: operatorsFor(needed, policy), invalid } as const;
      return { kind: 'refuses', from: subject.notBefore, cause, source, alerts };
    }
  }
};

const judgeScts = ({ id, alerts }: ClientProfile, subject: ClientSubject, { sctPolicies, ctLogs }: ClientRules): ClientVerdict => {
  const own = sctPolicies.filter((policy) => policy.client === id);
  return worst(own.map((policy) => judgeSctPolicy(policy, subject, ctLogs, alerts)));
};

/** An incomplete chain has its own alert. What clients that fetch the intermediate say of its root is not known. */
const judgeIncomplete = ({ fetchesIntermediates }: ClientProfile, issuer: string, { notBefore }: ClientSubject): ClientVerdict =>
  fetchesIntermediates
    ? { kind: 'unknown', cause: { kind: 'intermediate_not_sent', issuer }, source: null }
    : { kind: 'refuses', from: notBefore, cause: { kind: 'no_intermediate', issuer }, source: null, alerts: false };

/**
 * Returns each client's verdict on a certificate, in the order of the table; null if none of its anchors is public, because
 * these rules do not apply to private CAs, or if its chain is not trusted at all. A client accepts it if it accepts one of its
 * paths. A further rule never makes a verdict better.
 */
export const judgeClients = (subject: ClientSubject, rules: ClientRules): readonly ClientRow[] | null => {
  const [first, ...others] = subject.facts.paths;
  const { missingIssuer } = subject;
  if (first === undefined && missingIssuer === null) return null;
  // Whatever begins after its last second never happens to this certificate.
  const withinLife = (verdict: ClientVerdict): ClientVerdict =>
    verdict.kind === 'refuses' && verdict.from.getTime() >= subject.notAfter.getTime() + SECOND_MS ? accepts : verdict;
  return rules.clients.map((client): ClientRow => {
    const judge = (path: TrustPath): ClientVerdict => judgePath(client, path, subject, rules);
    const verdict =
      first === undefined
        ? judgeIncomplete(client, missingIssuer ?? '', subject)
        : worst([judgeScts(client, subject, rules), withinLife(best([judge(first), ...others.map(judge)]))]);
    return { client: client.id, name: clientNames[client.id], verdict };
  });
};

/** A refusal that is alerted and shown in lists. */
export interface ClientRefusal {
  readonly client: ClientId;
  readonly from: Date;
}

/** Returns the refusals to store with a certificate, the earliest first. */
export const refusalsOf = (rows: readonly ClientRow[] | null): readonly ClientRefusal[] =>
  (rows ?? [])
    .flatMap(({ client, verdict }) => (verdict.kind === 'refuses' && verdict.alerts ? [{ client, from: verdict.from }] : []))
    .sort((one, other) => one.from.getTime() - other.from.getTime());
