import { UsageError } from '@notafter/command-line';
import { configuredKinds, type PlannedAction, type PlannedStep, type PlanProblem } from '@notafter/domain';
import { z } from 'zod';

const actions = ['create', 'adopt', 'update', 'replace', 'delete', 'forget', 'left', 'none'] as const satisfies readonly PlannedAction[];

const kind = z.enum(configuredKinds);
const value = z.union([z.string(), z.boolean(), z.null(), z.array(z.union([z.string(), z.number()]))]);

const change = z
  .object({ field: z.string(), from: value, to: value, is_secret: z.boolean(), is_drift: z.boolean() })
  .transform(({ is_secret: isSecret, is_drift: isDrift, ...rest }) => ({ ...rest, isSecret, isDrift }));

const step = z
  .object({
    ...{ action: z.enum(actions), kind, key: z.string(), label: z.string(), id: z.string().nullable() },
    ...{ changes: z.array(change), is_drift: z.boolean() },
  })
  .transform(({ is_drift: isDrift, ...rest }): PlannedStep => ({ ...rest, isDrift }));

const problem = z.object({ kind, key: z.string(), message: z.string() }) satisfies z.ZodType<PlanProblem>;
const plan = z.object({ steps: z.array(step), problems: z.array(problem), digest: z.string() });
const applied = z.object({ steps: z.array(step), failed: problem.nullable() });

const read = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> => {
  const { success, data } = schema.safeParse(body);
  if (!success)
    throw new UsageError('The server answers in a form that this notafter does not know. Use the notafter of its version.', 'apply');
  return data;
};

/** The answer of `/v1/configuration/plan`. Throws UsageError for a server of another version. */
export const readPlan = (body: unknown): z.output<typeof plan> => read(plan, body);

/** The answer of `/v1/configuration/apply`. Throws UsageError for a server of another version. */
export const readApplied = (body: unknown): z.output<typeof applied> => read(applied, body);
