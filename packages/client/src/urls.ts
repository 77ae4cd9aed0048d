export type Values = Readonly<Record<string, string | number | boolean | undefined>>;

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);

/** Returns the address without a slash at its end. Throws TypeError if it is not one, or if a token could be read on the way to it. */
export const addressOf = (text: string, isClearTextAllowed: boolean): string => {
  if (!URL.canParse(text)) throw new TypeError(`url is '${text}', which is not an address.`);
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`url is '${text}', which is not an address.`);
  if (protocol === 'http:' && !isClearTextAllowed && !isThisMachine(hostname))
    throw new TypeError('url has to begin with https://, or the token could be read on the way.');
  return `${origin}${pathname.replace(/\/+$/, '')}`;
};

// An empty value or dots would lead to another operation.
const segmentOf = (name: string, value: Values[string]): string => {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`path.${name} is '${text}', which cannot be part of a path.`);
  return encodeURIComponent(text);
};

/** Returns the URL of an operation. Throws TypeError for a path value that leads elsewhere. */
export const urlOf = (address: string, template: string, path: Values = {}, query: Values = {}): string => {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, path[name]));
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return `${address}${filled}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
};
