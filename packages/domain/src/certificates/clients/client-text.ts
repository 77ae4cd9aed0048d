import { DAY_MS } from '../../time.ts';
import { longDateText, plural } from '../../wording.ts';
import type { ClientRules, RootRule, RuleSource } from './client-rules.ts';
import {
  type ClientRow,
  type ClientSubject,
  type ClientVerdict,
  instantOf,
  nameOf,
  type RefusalCause,
  type UnknownCause,
} from './judge-clients.ts';

const unknownText = (name: string, cause: UnknownCause): string => {
  switch (cause.kind) {
    case 'unlisted_logs': {
      const logs = plural(cause.unlisted, 'log');
      return `${name}'s verdict is unknown: SCTs come from ${logs} that the log list of ${longDateText(new Date(cause.listedOn))} does not contain.`;
    }
    case 'intermediate_not_sent':
      return `${name} accepts it only if it can fetch the intermediate certificate ${cause.issuer}, which the server does not send.`;
  }
};

const refusalText = (name: string, from: Date, cause: RefusalCause, now: Date): string => {
  const isPast = from <= now;
  const when = isPast ? `has refused it since ${longDateText(from)}` : `refuses it from ${longDateText(from)}`;
  switch (cause.kind) {
    case 'removed':
      return `${name} ${when}: its root ${cause.root} ${isPast ? 'left' : 'leaves'} ${name}'s store.`;
    case 'path_ends':
      return `${name} ${when}: ${cause.endsWith} in its chain ${isPast ? 'expired' : 'expires'}, and the server sends no other chain to a root in ${name}'s store.`;
    case 'not_in_store':
      return `${name} refuses it: its root ${cause.root} is not in ${cause.store}.`;
    case 'sct_after': {
      const { root, limit, earliest } = cause;
      const own = earliest === null ? 'it has none' : `its earliest is from ${longDateText(earliest)}`;
      return `${name} refuses it: under ${root}, ${name} trusts only certificates with an SCT from ${longDateText(limit)} or earlier, and ${own}.`;
    }
    case 'issued_after':
      return `${name} refuses it: under ${cause.root}, ${name} trusts only certificates issued on ${longDateText(cause.limit)} or earlier.`;
    case 'too_few_scts': {
      const { scts, operators, needed, neededOperators, invalid } = cause;
      const need = `${plural(needed, 'SCT')} from ${plural(neededOperators, 'log operator')}`;
      const has = `${name} refuses it: it needs ${need}, and has ${plural(scts, 'accepted SCT')} from ${plural(operators, 'operator')}.`;
      return invalid === 0 ? has : `${has} ${plural(invalid, 'SCT has', 'SCTs have')} an invalid signature.`;
    }
    case 'no_intermediate':
      return `${name} refuses it: the server does not send the intermediate certificate ${cause.issuer}, and ${name} does not fetch it.`;
  }
};

/** `Chrome refuses it from April 15, 2027: its root GlobalSign Root CA - R3 leaves Chrome's store.` */
export const verdictText = (name: string, verdict: ClientVerdict, now: Date): string => {
  switch (verdict.kind) {
    case 'accepts':
      return `${name} accepts it until it expires.`;
    case 'unknown':
      return unknownText(name, verdict.cause);
    case 'refuses':
      return refusalText(name, verdict.from, verdict.cause, now);
  }
};

/** A rule that concerns the certificate's successor, although this one is accepted. */
export interface SuccessorNote {
  readonly on: Date;
  readonly text: string;
  readonly source: RuleSource;
}

const ruleNote = (name: string, root: string, rule: RootRule, instant: Date): string => {
  switch (rule.kind) {
    case 'sct_after':
    case 'issued_after':
      return `${name} refuses certificates under ${root} that are issued after ${longDateText(instant)}. Renew from another root or CA.`;
    case 'removed':
    case 'term':
    case 'key_age':
      return `${root} leaves ${name}'s store on ${longDateText(instant)}. Renew from another root or CA.`;
  }
};

/**
 * Returns what awaits a successor of the same lifetime under the same roots, the earliest first: dates after `now`, before that
 * successor would expire, at which this certificate itself is not refused.
 */
export const successorNotes = (
  subject: ClientSubject,
  rows: readonly ClientRow[],
  rules: ClientRules,
  now: Date,
): readonly SuccessorNote[] => {
  const { facts, notAfter, notBefore } = subject;
  const [path, ...others] = facts.paths;
  if (path === undefined) return [];
  const horizon = notAfter.getTime() + (notAfter.getTime() - notBefore.getTime());
  const isAhead = (on: Date): boolean => on > now && on.getTime() <= horizon;
  const notes: SuccessorNote[] = [];
  for (const { client, name, verdict } of rows) {
    // With several paths, another one may remain.
    if (verdict.kind !== 'accepts' || others.length > 0) continue;
    for (const rule of rules.rootRules) {
      const on = rule.client === client ? instantOf(rule, path.anchor, rules) : null;
      if (on !== null && isAhead(on)) notes.push({ on, text: ruleNote(name, nameOf(path, rules), rule, on), source: rule.source });
    }
  }
  const { on, source } = rules.clientAuthEnds;
  if (facts.clientAuth && isAhead(new Date(on))) {
    const text = `It is also a client certificate. Public CAs stop issuing such certificates by ${longDateText(new Date(on))}: move client authentication to a private CA.`;
    notes.push({ on: new Date(on), text, source });
  }
  return notes.sort((one, other) => one.on.getTime() - other.on.getTime());
};

/** How many days before a refusal it is alerted and shown in lists. */
export const REFUSED_SOON_DAYS = 30;

/** Returns whether a refusal has begun or begins within `REFUSED_SOON_DAYS`. */
export const isRefusedSoon = (from: Date, now: Date): boolean => from.getTime() - now.getTime() <= REFUSED_SOON_DAYS * DAY_MS;
