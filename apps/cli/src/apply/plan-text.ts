import { printable } from '@notafter/command-line';
import type { FieldValue, PlannedAction, PlannedStep } from '@notafter/domain';
import type { Color, Paint } from '../output/colors.ts';

/** ASCII, so that they look the same in every log. */
const signs: Readonly<Record<PlannedAction, readonly [sign: string, color: Color]>> = {
  create: ['+', 'green'],
  adopt: ['=', 'green'],
  update: ['~', 'yellow'],
  replace: ['!', 'red'],
  delete: ['-', 'red'],
  forget: ['.', 'dim'],
  left: ['?', 'dim'],
  none: [' ', 'dim'],
};

const valueText = (value: FieldValue): string => {
  if (value === null) return 'none';
  return Array.isArray(value) ? (value.length === 0 ? 'none' : value.join(', ')) : typeof value === 'string' ? `"${value}"` : String(value);
};

const notes: Readonly<Partial<Record<PlannedAction, string>>> = {
  adopt: 'exists already',
  replace: 'deleted and created again',
  forget: 'gone already',
  left: 'not in the file any more; --prune deletes it',
};

const lineOf = ({ action, kind, key, label, isDrift }: PlannedStep, paint: Paint): string => {
  const note = isDrift ? 'deleted elsewhere' : notes[action];
  const named = label === key ? `${kind} ${key}` : `${kind} ${key} (${label})`;
  return `${paint(signs[action][1], signs[action][0])} ${printable(named)}${note === undefined ? '' : paint('dim', `  ${note}`)}`;
};

const changeLines = ({ action, changes }: PlannedStep, paint: Paint): string[] =>
  (action === 'create' || action === 'delete' ? [] : changes).map(({ field, from, to, isSecret, isDrift }) => {
    const what = isSecret ? 'changes' : printable(`${valueText(from)} -> ${valueText(to)}`);
    return `    ${printable(field)}: ${what}${isDrift ? paint('yellow', '  changed elsewhere') : ''}`;
  });

const counted: readonly (readonly [PlannedAction, string])[] = [
  ['create', 'to create'],
  ['adopt', 'to adopt'],
  ['update', 'to change'],
  ['replace', 'to replace'],
  ['delete', 'to delete'],
  ['left', 'left'],
];

const isQuiet = ({ action }: PlannedStep): boolean => action === 'none' || action === 'forget';

/** Whether applying would do anything to the organization. */
export const isChange = (step: PlannedStep): boolean => !isQuiet(step) && step.action !== 'left';

/** The plan as people read it, with a line that counts. */
export const planText = (steps: readonly PlannedStep[], paint: Paint): string => {
  const shown = steps.filter((step) => !isQuiet(step));
  const counts = counted.flatMap(([action, words]) => {
    const count = steps.filter((step) => step.action === action).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const same = steps.filter(({ action }) => action === 'none').length;
  const lines = shown.flatMap((step) => [lineOf(step, paint), ...changeLines(step, paint)]);
  return [...lines, `${counts.length === 0 ? 'Nothing to do' : counts.join(', ')}; ${same} as the file has them.`].join('\n');
};
