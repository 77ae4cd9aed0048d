import { problemOfCall } from '../../api/problem.ts';

/** The entries of one field, separated by lines, blanks or commas. */
export const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** The problems of single entries, at the one field of the form; each sentence once. */
export const problemsOfEntries = <Name extends string>(error: unknown, field: Name): Partial<Record<Name, string>> => {
  const found = problemOfCall(error).details.filter(({ path }) => path.startsWith(field));
  const problems: Partial<Record<Name, string>> = {};
  if (found.length > 0) problems[field] = [...new Set(found.map(({ message }) => message))].join(' ');
  return problems;
};
