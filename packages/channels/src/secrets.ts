import { type OutgoingEvent, type OutgoingMessage, traitsOf } from '@notafter/domain';

const HIDDEN = '***';
/** Shorter parts are words of an API's paths, too common to redact. */
const MIN_LENGTH = 6;

/** Every part of an address that may reveal its secret: path and query, each segment, each value; of a key, the parts between slashes. */
const partsOf = (text: string): string[] => {
  const url = URL.parse(text);
  if (url === null) return text.split('/');
  return [
    url.href,
    `${url.pathname}${url.search}`,
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
    ...url.search.slice(1).split(/[&=]/),
  ];
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A user name and password as a header carries them. */
const basicCredentials = ({ username = '', password = '' }: OutgoingMessage['settings']): string[] =>
  password === '' ? [] : [Buffer.from(`${username.trim()}:${password.trim()}`).toString('base64')];

/** The secrets of a message: its channel's settings, and the links that acknowledge without signing in. */
export const secretsOf = ({ type, settings, signingSecrets, message }: OutgoingMessage): string[] => {
  const kept = traitsOf(type)
    .fields.filter(({ secret }) => secret)
    .flatMap(({ name }) => (settings[name] ?? '').trim());
  const links = message.items.flatMap(({ acknowledgeUrl }) => acknowledgeUrl ?? []);
  return [...kept, ...kept.flatMap(partsOf), ...basicCredentials(settings), ...signingSecrets, ...links];
};

/** The secrets of an event's request: its address and its signing secrets. */
export const secretsOfEvent = ({ url, signingSecrets }: Pick<OutgoingEvent, 'url' | 'signingSecrets'>): string[] => [
  url,
  ...partsOf(url),
  ...signingSecrets,
];

/** Returns the text without them, however they are encoded: receivers often repeat the request. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string => {
  const forms = secrets.flatMap((secret) => [secret, decoded(secret), encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  const longestFirst = [...new Set(forms)].filter((form) => form.length >= MIN_LENGTH).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
};
