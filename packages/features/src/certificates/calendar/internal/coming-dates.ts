import { type ClientRules, type ComingDate, plural } from '@notafter/domain';

type Steps = ClientRules['lifetimes'];

/** The dates of a table from an instant on, in order: its own, and the steps of its limits. */
export const comingDates = ({ dates, lifetimes, validationReuse, clientAuthEnds }: ClientRules, from: Date): readonly ComingDate[] => {
  const stepsOf = ({ limits, source }: Steps, textOf: (days: string) => string): ComingDate[] =>
    limits.map((limit) => ({ on: limit.from, text: textOf(plural(limit.days, 'day')), source }));
  return [
    ...dates,
    ...stepsOf(lifetimes, (days) => `Public certificates issued from now on are valid for at most ${days}.`),
    ...stepsOf(validationReuse, (days) => `CAs reuse the validation of a domain for at most ${days}.`),
    { on: clientAuthEnds.on, text: 'Public server certificates may no longer be client certificates.', source: clientAuthEnds.source },
  ]
    .filter(({ on }) => new Date(on) >= from)
    .toSorted((one, other) => (one.on < other.on ? -1 : 1));
};
