import { UsageError } from '@notafter/command-line';
import type { CommandName } from './command-names.ts';

export const readDays = (option: string, text: string | undefined, otherwise: number): number => {
  if (text === undefined) return otherwise;
  if (!/^\d{1,5}$/.test(text))
    throw new UsageError(`${option} expects a whole number of days, such as ${otherwise}, not '${text}'.`, 'check');
  return Number(text);
};

const MAX_TIMEOUT_S = 600;

export const readTimeout = (text: string | undefined, otherwise: number, command: CommandName): number => {
  const seconds = text === undefined ? otherwise : /^\d{1,3}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (seconds === 0 || seconds > MAX_TIMEOUT_S) {
    throw new UsageError(`--timeout expects seconds up to ${MAX_TIMEOUT_S}, such as ${otherwise}, not '${text}'.`, command);
  }
  return seconds * 1_000;
};

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Reads a day or an instant, in UTC without a zone; null if the option is absent. */
export const readInstant = (option: string, text: string | undefined, command: CommandName): Date | null => {
  if (text === undefined) return null;
  const match = isoDate.exec(text);
  // Without a zone the time is UTC, as in certificates, not local time.
  const hasZone = match?.[1] !== undefined || !/[T ]/i.test(text);
  const instant = match === null ? Number.NaN : Date.parse(hasZone ? text : `${text}Z`);
  const isRealDay = match !== null && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === Number(text.slice(8, 10));
  if (Number.isNaN(instant) || !isRealDay)
    throw new UsageError(`${option} expects an ISO date such as 2026-12-31 or 2026-12-31T12:00:00Z, not '${text}'.`, command);
  return new Date(instant);
};
