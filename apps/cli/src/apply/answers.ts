import {
  configuredKinds,
  type FieldChange,
  type FieldValue,
  type PlannedAction,
  type PlannedStep,
  type PlanProblem,
} from '@notafter/domain';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (value: Record<string, unknown>, name: string): string => {
  const text = value[name];
  return typeof text === 'string' ? text : '';
};
const objectsIn = (value: unknown, name: string): Record<string, unknown>[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
};

const actions = ['create', 'adopt', 'update', 'replace', 'delete', 'forget', 'left', 'none'] as const satisfies readonly PlannedAction[];

const fieldOf = (value: unknown): FieldValue => {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string' || typeof one === 'number') : null;
};

const changeOf = (change: Record<string, unknown>): FieldChange => ({
  field: textIn(change, 'field'),
  from: fieldOf(change.from),
  to: fieldOf(change.to),
  isSecret: change.is_secret === true,
  isDrift: change.is_drift === true,
});

const kindOf = (value: Record<string, unknown>): PlannedStep['kind'] => configuredKinds.find((kind) => kind === value.kind) ?? 'endpoint';

const stepOf = (step: Record<string, unknown>): PlannedStep => ({
  action: actions.find((action) => action === step.action) ?? 'none',
  kind: kindOf(step),
  key: textIn(step, 'key'),
  label: textIn(step, 'label'),
  id: typeof step.id === 'string' ? step.id : null,
  changes: objectsIn(step, 'changes').map(changeOf),
  isDrift: step.is_drift === true,
});

const problemOf = (problem: Record<string, unknown>): PlanProblem => ({
  kind: kindOf(problem),
  key: textIn(problem, 'key'),
  message: textIn(problem, 'message'),
});

/** The answer of `/v1/configuration/plan`. */
export const readAnswer = (
  body: unknown,
): { readonly steps: readonly PlannedStep[]; readonly problems: readonly PlanProblem[]; readonly digest: string } => ({
  steps: objectsIn(body, 'steps').map(stepOf),
  problems: objectsIn(body, 'problems').map(problemOf),
  digest: isObject(body) ? textIn(body, 'digest') : '',
});

/** The answer of `/v1/configuration/apply`. */
export const readSteps = (body: unknown): { readonly steps: readonly PlannedStep[]; readonly failed: PlanProblem | null } => ({
  steps: objectsIn(body, 'steps').map(stepOf),
  failed: isObject(body) && isObject(body.failed) ? problemOf(body.failed) : null,
});
