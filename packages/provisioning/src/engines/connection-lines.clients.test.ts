import type { SolutionSlug } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import type { LineUse } from '../testing/client-service.ts';
import { describeLines } from '../testing/describe-lines.ts';
import type { Exchange } from '../testing/terminal.ts';

const QUERY = 'SELECT 6007 * 7001';
const asked = (password: string): Exchange => [/password[^\n]*: ?$/i, password];
const atPsql = (password: string): Exchange[] => [asked(password), [/=[>#] $/, `${QUERY};\n\\q`]];
const python = '/usr/bin/python3';

const postgresUses: LineUse[] = [
  { id: 'psql', exchanges: atPsql, answer: /42055007/ },
  { id: 'uri', command: "psql 'LINE'", exchanges: atPsql, answer: /42055007/ },
  // The password goes into the empty value of the file.
  {
    id: 'env',
    file: '.env',
    command: `set -a; . ./.env; PGPASSWORD=$SECRET; psql -c '${QUERY}'`,
    variable: 'SECRET',
    answer: /42055007/,
  },
  {
    id: 'python',
    ...{ file: 'client.py', command: `${python} client.py`, variable: 'PGPASSWORD' },
    request: `print(connection.execute("${QUERY}").fetchone()[0])`,
    answer: /42055007/,
  },
  {
    id: 'node',
    ...{ file: 'client.mjs', command: `${process.execPath} client.mjs`, variable: 'PGPASSWORD' },
    request: `console.log((await sql\`${QUERY} AS n\`)[0].n);\nawait sql.end();`,
    answer: /42055007/,
  },
];

const mysqlUses: LineUse[] = [
  { id: 'mariadb', exchanges: (password) => [asked(password), [/> $/, `${QUERY};\nexit`]], answer: /42055007/ },
  {
    id: 'python',
    ...{ file: 'client.py', command: `${python} client.py`, variable: 'MYSQL_PWD' },
    request: `cursor = connection.cursor()\ncursor.execute("${QUERY}")\nprint(cursor.fetchone()[0])`,
    answer: /42055007/,
  },
];

const answered = /"results"/;
const influxUses: LineUse[] = [
  { id: 'influx', exchanges: (password) => [asked(password), [/> $/, 'SHOW DATABASES\nexit']], answer: /name: databases/ },
  { id: 'curl', exchanges: (password) => [asked(password)], answer: answered },
  {
    id: 'python',
    ...{ file: 'client.py', command: `${python} client.py`, variable: 'SERVICE_PASSWORD' },
    request: 'answer.raise_for_status()\nprint(answer.text)',
    answer: answered,
  },
  { id: 'node', file: 'client.mjs', command: `${process.execPath} client.mjs`, variable: 'SERVICE_PASSWORD', answer: answered },
];

const rabbitUses: LineUse[] = [
  // It would wait for messages: the option ends it when the server has accepted the subscription.
  { id: 'mqtt', command: 'LINE -E && echo subscribed', variable: 'SERVICE_PASSWORD', answer: /subscribed/ },
  {
    id: 'python',
    ...{ file: 'client.py', command: `${python} client.py`, variable: 'SERVICE_PASSWORD' },
    request: 'channel = connection.channel()\nprint("declared", channel.queue_declare("mine").method.queue)\nconnection.close()',
    answer: /declared mine/,
  },
];

/** Lines without a client here: MySQL's own, mysql2, amqplib, Go's modules; a JDBC line is in `connection-lines.jdbc.test.ts`. */
const cases: readonly (readonly [SolutionSlug, readonly LineUse[], readonly string[]])[] = [
  ['postgres', postgresUses, ['jdbc', 'go']],
  ['mysql', mysqlUses, ['mysql', 'jdbc', 'node', 'go']],
  ['influxdbv1', influxUses, ['url', 'go']],
  ['rabbitmq', rabbitUses, ['uri', 'url', 'node', 'go']],
];

describe.each(cases)('the lines of %s', (solution, uses, withoutClient) => {
  const getService = describeLines(solution, uses);

  it('are all run, but those without a client', () => {
    expect(getService().ids.toSorted()).toEqual([...uses.map(({ id }) => id), ...withoutClient].toSorted());
  });
});
