import { looksLikeEmail } from '../../accounts/registration/email.ts';
import type { FieldProblem } from '../../errors/domain-error.ts';
import { type ChannelType, plans } from '../../plans/plans.ts';
import { hasControlCharacters } from '../../text.ts';
import { alertmanagerProblem, alertmanagerProblems } from './alertmanager-settings.ts';
import { type ChannelField, type ChannelSettings, traitsOf } from './channel.ts';

const VALUE_MAX_LENGTH = 2000;
export const RECIPIENTS_MAX = 20;

const MASK = '••••';
const SHOWN = 4;
/** The end of a shorter secret would reveal too much. */
const SHOWN_FROM = 12;

/** Masks a secret so that people can recognize it. Blank without one. */
export const maskSecret = (value: string): string => {
  if (value === '') return '';
  return value.length >= SHOWN_FROM ? `${MASK}${value.slice(-SHOWN)}` : MASK;
};

/** Whether a value is a returned mask, which means the stored value. */
export const isMasked = (value: string): boolean => value.startsWith(MASK);

/** A channel's settings for display, every field of its type. */
export const maskedSettings = (type: ChannelType, settings: ChannelSettings): ChannelSettings =>
  Object.fromEntries(
    traitsOf(type).fields.map(({ name, secret }) => [name, secret ? maskSecret(settings[name] ?? '') : (settings[name] ?? '')]),
  );

const isHttpUrl = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '');

const problemOf = (type: ChannelType, { name }: ChannelField, value: string): string | null => {
  if (value.length > VALUE_MAX_LENGTH) return `has at most ${VALUE_MAX_LENGTH} characters`;
  if (hasControlCharacters(value) || !value.isWellFormed()) return 'contains characters that are not allowed';
  if (value === '') return null;
  const isUrl = name === 'webhook' || name === 'url';
  if (isUrl && !isHttpUrl(value)) return 'Enter the whole address, https:// included.';
  if (type === 'alertmanager') return alertmanagerProblem(name, value);
  if (isUrl) return null;
  if (type === 'email') {
    const addresses = value.split(',').map((address) => address.trim());
    if (addresses.length > RECIPIENTS_MAX) return `has at most ${RECIPIENTS_MAX} addresses`;
    return addresses.every(looksLikeEmail) ? null : 'Please enter a valid email address.';
  }
  return /\s/.test(value) ? 'must not contain spaces' : null;
};

/** The settings to store: what was typed, trimmed, and for a mask that came back or a field left out what is stored. */
export const mergeSettings = (
  type: ChannelType,
  typed: ChannelSettings,
  stored: ChannelSettings,
): { readonly settings: ChannelSettings; readonly problems: readonly FieldProblem[] } => {
  const { fields } = traitsOf(type);
  const known = new Set(fields.map(({ name }) => name));
  const settings = Object.fromEntries(
    fields.map(({ name, secret }) => {
      const value = typed[name]?.trim();
      return [name, value === undefined || (secret && isMasked(value)) ? (stored[name] ?? '') : value];
    }),
  );
  const unknown = Object.keys(typed).filter((name) => !known.has(name));
  const problems = [
    ...unknown.map((name) => ({ path: `settings.${name.slice(0, 100)}`, message: 'is not a field of this channel' })),
    ...fields.flatMap((field) => {
      const message = problemOf(type, field, settings[field.name] ?? '');
      return message === null ? [] : [{ path: `settings.${field.name}`, message }];
    }),
    ...(type === 'alertmanager' ? alertmanagerProblems(settings) : []),
  ];
  return { settings, problems };
};

/** The plans on sale that include a channel, cheapest first. */
export const plansWithChannel = (type: ChannelType): string[] =>
  Object.entries(plans)
    .filter(([, { setBy, channels }]) => setBy !== 'operator' && channels.some((channel) => channel === type))
    .map(([name]) => name);
