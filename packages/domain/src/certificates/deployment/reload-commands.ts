/** A server program and the command that has it read its certificate again without closing connections. */
export interface ReloadCommand {
  readonly server: string;
  readonly command: string;
}

interface ServerProgram extends ReloadCommand {
  /** Whether the endpoint or its file speaks for this program. */
  readonly matches: (endpoint: { readonly protocol: string; readonly port: number; readonly path: string }) => boolean;
}

const inPath =
  (word: string) =>
  ({ path }: { readonly path: string }) =>
    path.toLowerCase().includes(word);

/** `{path}` is the certificate's file. From the manuals of each program. */
const programs: readonly ServerProgram[] = [
  { server: 'nginx', command: 'nginx -t && systemctl reload nginx', matches: inPath('nginx') },
  {
    server: 'HAProxy',
    command: 'haproxy -c -f /etc/haproxy/haproxy.cfg && systemctl reload haproxy',
    matches: inPath('haproxy'),
  },
  {
    server: 'Apache',
    command: 'apachectl configtest && systemctl reload apache2',
    matches: ({ path }) => /apache|httpd/i.test(path),
  },
  {
    server: 'PostgreSQL',
    command: "psql -U postgres -c 'SELECT pg_reload_conf()'",
    matches: ({ protocol, port, path }) => protocol === 'postgres' || port === 5432 || /postgres|pgsql/i.test(path),
  },
  {
    server: 'Redis',
    command: 'redis-cli --tls CONFIG SET tls-cert-file {path}',
    matches: ({ port, path }) => port === 6379 || port === 6380 || /redis|valkey/i.test(path),
  },
  {
    server: 'MySQL',
    command: "mysql -e 'ALTER INSTANCE RELOAD TLS'",
    matches: ({ protocol, port, path }) => protocol === 'mysql' || port === 3306 || inPath('mysql')({ path }),
  },
  { server: 'MariaDB', command: "mariadb -e 'FLUSH SSL'", matches: ({ path }) => /maria/i.test(path) },
  {
    server: 'Postfix',
    command: 'systemctl reload postfix',
    matches: ({ protocol, port, path }) => protocol === 'smtp' || [25, 465, 587].includes(port) || inPath('postfix')({ path }),
  },
  {
    server: 'Dovecot',
    command: 'doveadm reload',
    matches: ({ protocol, port, path }) =>
      protocol === 'imap' || protocol === 'pop3' || [143, 993, 110, 995].includes(port) || inPath('dovecot')({ path }),
  },
  { server: 'Caddy', command: 'systemctl reload caddy', matches: inPath('caddy') },
];

/** A path as one word of a POSIX shell. */
const quoted = (path: string): string => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`);

/** The reload commands for an endpoint: those that its file, protocol or port speaks for, else all. */
export const reloadCommands = (endpoint: { readonly protocol: string; readonly port: number; readonly path: string }): ReloadCommand[] => {
  const likely = programs.filter(({ matches }) => matches(endpoint));
  const paths = likely.filter(({ server }) => endpoint.path.toLowerCase().includes(server.toLowerCase().replace('postgresql', 'postgres')));
  const [found, ...others] = [paths, likely].filter((each) => each.length > 0);
  return (found ?? others[0] ?? programs).map(({ server, command }) => ({
    server,
    command: command.replace('{path}', quoted(endpoint.path)),
  }));
};
