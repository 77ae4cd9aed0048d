import type { ServicePort } from './engine-access.ts';
import { hostAndPort, quoteCode, quoteConninfo, quoteEnv, quoteShell } from './quoting.ts';
import type { SolutionSlug } from './solutions.ts';

/** How to reach a service, without its password: lines take it from a prompt or the environment. */
export interface ConnectionTarget {
  readonly solution: SolutionSlug;
  readonly host: string;
  readonly ports: readonly ServicePort[];
  readonly user: string;
  /** The file with the CA's certificate, in the working directory. */
  readonly caFile: string;
}

export interface ConnectionLine {
  /** Unique among the lines of a service; part of addresses. */
  readonly id: string;
  /** The client, e.g. `psql`, `Node`. */
  readonly label: string;
  readonly text: string;
}

/** A target whose port is that of the line. */
type Target = Omit<ConnectionTarget, 'ports'> & { readonly port: number };

const queryOf = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

const line = (id: string, label: string, ...text: readonly string[]): ConnectionLine => ({ id, label, text: text.join('\n') });

const isAddress = (host: string): boolean => host.includes(':') || /^\d+(\.\d+){3}$/.test(host);

/** Clients that hand Node a connected socket leave it without the address to verify. */
const nodeIdentity = (host: string): string =>
  isAddress(host) ? `, checkServerIdentity: (_, certificate) => checkServerIdentity(${quoteCode(host)}, certificate)` : '';

/** The database that exists from the start. */
const firstDatabase: Readonly<Partial<Record<SolutionSlug, string>>> = { questdb: 'qdb' };

/** libpq, its drivers and pgJDBC: https://www.postgresql.org/docs/current/libpq-ssl.html */
const postgresLines = ({ solution, host, port, user, caFile }: Target): ConnectionLine[] => {
  const database = firstDatabase[solution] ?? 'postgres';
  const conninfo = Object.entries({ host, port: String(port), user, dbname: database, sslmode: 'verify-full', sslrootcert: caFile })
    .map(([name, value]) => `${name}=${quoteConninfo(value)}`)
    .join(' ');
  const place = hostAndPort(host, port);
  const verified = queryOf({ sslmode: 'verify-full', sslrootcert: caFile });
  return [
    line('psql', 'psql', `psql ${quoteShell(conninfo)}`),
    line('uri', 'URI', `postgresql://${encodeURIComponent(user)}@${place}/${database}?${verified}`),
    line(
      'env',
      '.env',
      ...Object.entries({
        PGHOST: host,
        PGPORT: String(port),
        PGUSER: user,
        PGPASSWORD: '',
        PGDATABASE: database,
        PGSSLMODE: 'verify-full',
        PGSSLROOTCERT: caFile,
      }).map(([name, value]) => `${name}=${quoteEnv(value)}`),
    ),
    line('jdbc', 'JDBC', `jdbc:postgresql://${place}/${database}?${queryOf({ user })}&${verified}`),
    line(
      'python',
      'Python',
      'import os, psycopg',
      '',
      'connection = psycopg.connect(',
      `    host=${quoteCode(host)}, port=${port}, user=${quoteCode(user)}, password=os.environ["PGPASSWORD"],`,
      `    dbname=${quoteCode(database)}, sslmode="verify-full", sslrootcert=${quoteCode(caFile)},`,
      ')',
    ),
    line(
      'node',
      'Node',
      "import { readFileSync } from 'node:fs';",
      ...(isAddress(host) ? ["import { checkServerIdentity } from 'node:tls';"] : []),
      "import postgres from 'postgres';",
      '',
      'const sql = postgres({',
      `  host: ${quoteCode(host)}, port: ${port}, user: ${quoteCode(user)}, password: process.env.PGPASSWORD,`,
      `  database: ${quoteCode(database)}, ssl: { ca: readFileSync(${quoteCode(caFile)})${nodeIdentity(host)} },`,
      '});',
    ),
    line(
      'go',
      'Go',
      '// import _ "github.com/jackc/pgx/v5/stdlib"; PGPASSWORD holds the password',
      `db, err := sql.Open("pgx", ${quoteCode(conninfo)})`,
    ),
  ];
};

const mysqlLines = ({ host, port, user, caFile }: Target): ConnectionLine[] => {
  const place = hostAndPort(host, port);
  const shared = `--host=${quoteShell(host)} --port=${port} --user=${quoteShell(user)} --password --ssl-ca=${quoteShell(caFile)}`;
  return [
    line('mysql', 'mysql', `mysql ${shared} --ssl-mode=VERIFY_IDENTITY`),
    line('mariadb', 'mariadb', `mariadb ${shared} --ssl-verify-server-cert`),
    // useSsl for Connector/J 2, which ignores sslMode.
    line('jdbc', 'JDBC', `jdbc:mariadb://${place}/?${queryOf({ user, useSsl: 'true', sslMode: 'verify-full', serverSslCert: caFile })}`),
    line(
      'python',
      'Python',
      'import os, pymysql',
      '',
      'connection = pymysql.connect(',
      `    host=${quoteCode(host)}, port=${port}, user=${quoteCode(user)}, password=os.environ["MYSQL_PWD"],`,
      `    ssl_ca=${quoteCode(caFile)}, ssl_verify_cert=True, ssl_verify_identity=True,`,
      ')',
    ),
    // mysql2 verifies names only.
    ...(isAddress(host)
      ? []
      : [
          line(
            'node',
            'Node',
            "import { readFileSync } from 'node:fs';",
            "import mysql from 'mysql2/promise';",
            '',
            'const connection = await mysql.createConnection({',
            `  host: ${quoteCode(host)}, port: ${port}, user: ${quoteCode(user)}, password: process.env.MYSQL_PWD,`,
            `  ssl: { ca: readFileSync(${quoteCode(caFile)}), verifyIdentity: true },`,
            '});',
          ),
        ]),
    line(
      'go',
      'Go',
      ...goPool(caFile),
      `config := mysql.Config{User: ${quoteCode(user)}, Passwd: os.Getenv("MYSQL_PWD"), Net: "tcp", Addr: ${quoteCode(place)},`,
      '    TLSConfig: "ca", AllowNativePasswords: true}',
      `mysql.RegisterTLSConfig("ca", &tls.Config{RootCAs: pool, ServerName: ${quoteCode(host)}})`,
      'db, err := sql.Open("mysql", config.FormatDSN())',
    ),
  ];
};

const goPool = (caFile: string): string[] => [
  'pool := x509.NewCertPool()',
  `pem, _ := os.ReadFile(${quoteCode(caFile)})`,
  'pool.AppendCertsFromPEM(pem)',
];

const clickhouseLines = ({ host, port, user, caFile }: Target): ConnectionLine[] => [
  line(
    'cli',
    'clickhouse-client',
    `SSL_CERT_FILE=${quoteShell(caFile)} clickhouse-client --secure --host ${quoteShell(host)} --port ${port} --user ${quoteShell(user)} --ask-password`,
  ),
  line(
    'python',
    'Python',
    'import os',
    'from clickhouse_driver import Client',
    '',
    'client = Client(',
    `    ${quoteCode(host)}, port=${port}, user=${quoteCode(user)}, password=os.environ["CLICKHOUSE_PASSWORD"],`,
    `    secure=True, verify=True, ca_certs=${quoteCode(caFile)},`,
    ')',
  ),
  line(
    'go',
    'Go',
    ...goPool(caFile),
    'conn, err := clickhouse.Open(&clickhouse.Options{',
    `    Addr: []string{${quoteCode(hostAndPort(host, port))}},`,
    `    Auth: clickhouse.Auth{Username: ${quoteCode(user)}, Password: os.Getenv("CLICKHOUSE_PASSWORD")},`,
    '    TLS:  &tls.Config{RootCAs: pool},',
    '})',
  ),
];

/** A path that answers on each solution that speaks HTTP. */
const probedPaths = {
  influxdbv1: '/query?q=SHOW+DATABASES',
  influxdbv2: '/health',
  grafana: '/api/org',
  superset: '/health',
  metabase: '/api/health',
  loki: '/loki/api/v1/labels',
} as const satisfies Partial<Record<SolutionSlug, string>>;

const httpsLines = ({ host, port, user, caFile }: Target, path: string, ...own: readonly ConnectionLine[]): ConnectionLine[] => {
  const origin = `https://${hostAndPort(host, port)}`;
  const url = `${origin}${path}`;
  return [
    line('url', 'URL', `${origin}/`),
    ...own,
    line('curl', 'curl', `curl --cacert ${quoteShell(caFile)} --user ${quoteShell(user)} ${quoteShell(url)}`),
    line(
      'python',
      'Python',
      'import os, requests',
      '',
      `answer = requests.get(${quoteCode(url)}, auth=(${quoteCode(user)}, os.environ["SERVICE_PASSWORD"]), verify=${quoteCode(caFile)})`,
    ),
    line(
      'node',
      'Node',
      "import { readFileSync } from 'node:fs';",
      "import { get } from 'node:https';",
      '',
      `const auth = ${quoteCode(`${user}:`)} + process.env.SERVICE_PASSWORD;`,
      `get(${quoteCode(url)}, { auth, ca: readFileSync(${quoteCode(caFile)}) }, (answer) => answer.pipe(process.stdout));`,
    ),
    line(
      'go',
      'Go',
      ...goPool(caFile),
      'client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}',
      `request, _ := http.NewRequest("GET", ${quoteCode(url)}, nil)`,
      `request.SetBasicAuth(${quoteCode(user)}, os.Getenv("SERVICE_PASSWORD"))`,
      'answer, err := client.Do(request)',
    ),
  ];
};

const influxShell = ({ host, port, user, caFile }: Target): ConnectionLine =>
  line(
    'influx',
    'influx',
    `SSL_CERT_FILE=${quoteShell(caFile)} influx -ssl -host ${quoteShell(host)} -port ${port} -username ${quoteShell(user)} -password ''`,
  );

const rabbitLines = (target: Target, portOf: (name: string) => number | null): ConnectionLine[] => {
  const { host, port, user, caFile } = target;
  const [mqtt, ui] = [portOf('mqtt'), portOf('ui')];
  return [
    line('uri', 'URI', `amqps://${encodeURIComponent(user)}@${hostAndPort(host, port)}/`),
    ...(ui === null ? [] : [line('url', 'Management', `https://${hostAndPort(host, ui)}/`)]),
    ...(mqtt === null
      ? []
      : [
          line(
            'mqtt',
            'mosquitto_sub',
            `mosquitto_sub --host ${quoteShell(host)} --port ${mqtt} --username ${quoteShell(user)} --pw "$SERVICE_PASSWORD" --cafile ${quoteShell(caFile)} --topic '#'`,
          ),
        ]),
    line(
      'python',
      'Python',
      'import os, pika, ssl',
      '',
      `context = ssl.create_default_context(cafile=${quoteCode(caFile)})`,
      'connection = pika.BlockingConnection(pika.ConnectionParameters(',
      `    ${quoteCode(host)}, ${port}, credentials=pika.PlainCredentials(${quoteCode(user)}, os.environ["SERVICE_PASSWORD"]),`,
      `    ssl_options=pika.SSLOptions(context, ${quoteCode(host)}),`,
      '))',
    ),
    line(
      'node',
      'Node',
      "import { readFileSync } from 'node:fs';",
      "import amqp from 'amqplib';",
      '',
      'const connection = await amqp.connect(',
      `  { protocol: 'amqps', hostname: ${quoteCode(host)}, port: ${port}, username: ${quoteCode(user)}, password: process.env.SERVICE_PASSWORD },`,
      `  { ca: [readFileSync(${quoteCode(caFile)})] },`,
      ');',
    ),
    line(
      'go',
      'Go',
      ...goPool(caFile),
      `uri := amqp.URI{Scheme: "amqps", Host: ${quoteCode(host)}, Port: ${port}, Username: ${quoteCode(user)}, Password: os.Getenv("SERVICE_PASSWORD"), Vhost: "/"}`,
      'connection, err := amqp.DialTLS(uri.String(), &tls.Config{RootCAs: pool})',
    ),
  ];
};

/**
 * Returns how common clients connect to a service, each verifying its certificate and host name. No line holds the password. Empty
 * for a service that has no port yet.
 */
export const connectionLines = ({ ports, ...rest }: ConnectionTarget): readonly ConnectionLine[] => {
  const portOf = (name: string): number | null => ports.find((one) => one.name === name)?.port ?? null;
  const port = ports[0]?.port;
  if (port === undefined) return [];
  const target: Target = { ...rest, port };
  switch (rest.solution) {
    case 'postgres':
    case 'timescaledb':
    case 'questdb':
      return postgresLines(target);
    case 'mysql':
      return mysqlLines(target);
    case 'clickhouse':
      return clickhouseLines(target);
    case 'rabbitmq':
      return rabbitLines(target, portOf);
    case 'influxdbv1':
      return httpsLines(target, probedPaths.influxdbv1, influxShell(target));
    case 'influxdbv2':
    case 'grafana':
    case 'superset':
    case 'metabase':
    case 'loki':
      return httpsLines(target, probedPaths[rest.solution]);
  }
};
