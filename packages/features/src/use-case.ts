import type { Permission, PersonActor } from '@notafter/domain';
import type { z } from 'zod';
import { type OrgContext, type RequestContext, requirePermission, type SystemContext, type UseCaseName } from './context.ts';

/** The declaration of a use case. The permission table, procedures, audit sentences and role matrix are derived from it. */
export interface Declaration extends Permission {
  /** Its slice and its file. The audit log stores it, so it outlives a move to another folder. */
  readonly name: UseCaseName;
  /** Parsed by its procedure, after role and plan. */
  readonly input?: z.ZodType;
  /** The sentence in the audit log. Without it, the use case makes no change on behalf of a person or a key. */
  readonly audit?: string;
  /** Changes nothing, but hands out a secret or the log, so it leaves an audit row all the same. */
  readonly reveals?: true;
  /** Changes nothing, so that a replica may serve it that has what the organization's people and keys wrote. */
  readonly replica?: true;
}

/** The actor is a person: API keys can't call a use case that names no permission for them. */
export type PersonContext = OrgContext & { readonly actor: PersonActor };

type ContextFor<Declared extends Declaration> = Declared extends { access: 'anyone' }
  ? RequestContext
  : Declared extends { access: 'system' }
    ? SystemContext
    : OrgContext;

type ContextOf<Declared extends Declaration> = Declared extends { access: 'member' | 'admin' | 'platform' }
  ? Declared extends { apiKey: string }
    ? OrgContext
    : PersonContext
  : ContextFor<Declared>;

/** The function's argument after its context, unless it declares another. */
export type InputOf<Declared extends Declaration> = Declared extends { input: infer Schema extends z.ZodType }
  ? [input: z.output<Schema>]
  : [];

/** Rejects with `platform_admin_required`, `forbidden`, `session_required`, `api_key_scope`, `api_key_scoped` or the code of the plan before it does anything. */
export interface UseCase<Declared extends Declaration, Args extends readonly unknown[], Result> {
  (ctx: ContextFor<Declared>, ...args: Args): Promise<Result>;
  readonly declaration: Declared;
}

const declared = new Map<string, Declaration>();

/** Every use case of the modules that are loaded; the front door loads all. */
export const declarations: ReadonlyMap<string, Declaration> = declared;

/** The log's words for a row; the name itself for a use case of an older or newer version. */
export const auditSentence = (action: string): string => declared.get(action)?.audit ?? action;

const isOrgContext = (ctx: SystemContext): ctx is OrgContext => 'entitlements' in ctx;

/**
 * Declares a use case, then takes its function: `useCase({ name, access })(async (ctx) => ...)`. The result checks permission
 * and plan first, and its transactions write audit rows under its name. Throws for a name that another use case has.
 */
export function useCase<const Declared extends Declaration>(
  declaration: Declared,
): <Result, Args extends readonly unknown[] = InputOf<Declared>>(
  run: (ctx: ContextOf<Declared>, ...args: Args) => Promise<Result> | Result,
) => UseCase<Declared, Args, Result>;
export function useCase(declaration: Declaration) {
  const { name, access } = declaration;
  if (declared.has(name)) throw new Error(`Two use cases are called ${name}.`);
  declared.set(name, declaration);
  const isForMembers = access === 'member' || access === 'admin' || access === 'platform';
  return (run: (ctx: SystemContext, ...args: unknown[]) => unknown) => {
    const checked = async (ctx: SystemContext, ...args: unknown[]): Promise<unknown> => {
      if (isForMembers) {
        if (!isOrgContext(ctx)) throw new Error(`${name} needs an organization.`);
        requirePermission(ctx, declaration);
        if (declaration.replica === true && ctx.replica !== undefined) {
          // Without `replica`, so that the use cases that it calls read from the same server.
          const { replica, ...rest } = ctx;
          return replica.read(ctx.db, ctx.org.id, async (db) => run({ ...rest, db, useCase: name }, ...args));
        }
      }
      return run({ ...ctx, useCase: name }, ...args);
    };
    return Object.assign(checked, { declaration });
  };
}
