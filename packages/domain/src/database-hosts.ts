const DEFAULT_PORT = 5432;

/** The hosts of a connection string, to be tried in this order. */
export interface DatabaseHosts {
  /** The same string with the first host only, which `URL` can parse. */
  readonly url: string;
  readonly host: string[];
  readonly port: number[];
}

const isPort = (text: string): boolean => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;

const partsOf = (host: string): { host: string; port: number } | null => {
  const [, name, port = String(DEFAULT_PORT)] = /^(\[[0-9a-f:.%]+\]|[^\s:[\]/]+)(?::([^:]*))?$/i.exec(host) ?? [];
  return name === undefined || !isPort(port) ? null : { host: name.replace(/^\[|\]$/g, ''), port: Number(port) };
};

/**
 * Splits `postgres://user:password@one:5432,other:5433/notafter` as libpq does (Connection URIs, "Specifying Multiple Hosts").
 * Returns null if it is not such a string.
 */
export const hostsOf = (text: string): DatabaseHosts | null => {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]+)(.*)$/s.exec(text) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) return null;
  const all = hosts.split(',');
  const parts = all.flatMap((host) => partsOf(host) ?? []);
  const url = `${before}${all[0] ?? ''}${after}`;
  if (parts.length !== all.length || !URL.canParse(url)) return null;
  return { url, host: parts.map(({ host }) => host), port: parts.map(({ port }) => port) };
};
