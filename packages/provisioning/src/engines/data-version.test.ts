import { expect, it } from 'vitest';
import { assertReadable } from './data-version.ts';

it.each([
  ['mysql', 'MariaDB 10.11.18', 'MariaDB 10.11', true],
  ['mysql', 'MariaDB 10.11.18', 'MariaDB 11.4.2', false],
  ['mysql', 'MariaDB 10.11.18', 'MariaDB 10.6.1', false],
  ['mysql', '8.4.11', 'MariaDB 10.11', false],
  ['mysql', '8.0.36', '8.4', false],
  ['rabbitmq', '3.10.8', '3.13.0', false],
  ['rabbitmq', '4.3.1', '4.3', true],
  ['influxdbv1', '1.6.7~rc0', '1.12', true],
  ['influxdbv2', 'v2.7.1', '2.9', true],
  ['influxdbv2', '2.7.1', '1.12', false],
  ['grafana', '13.2.3', '13.2.3', true],
  ['grafana', '12.4.0', '13.2.3', false],
  ['postgres', '18.4', '18', true],
  ['postgres', '17.2', '18', false],
] as const)('data of %s %s is read by %s: %s', (solution, made, offered, isReadable) => {
  const read = () => assertReadable(solution, { made, offered });
  if (isReadable) expect(read).not.toThrow();
  else expect(read).toThrow(`${made}, and this server runs ${offered}.`);
});
