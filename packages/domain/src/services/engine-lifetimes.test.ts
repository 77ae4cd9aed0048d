import { expect, it } from 'vitest';
import { engineEndOfLife } from './engine-lifetimes.ts';

it.each([
  ['postgres', '15.20', '2027-11-11'],
  ['postgres', '18.4', '2030-11-14'],
  ['postgres', '18', '2030-11-14'],
  ['postgres', '1.8', null],
  ['mysql', '8.4.11', '2032-04-30'],
  ['mysql', 'MariaDB 10.11.19', '2028-02-16'],
  ['mysql', '10.6.4-MariaDB', '2026-07-06'],
  ['rabbitmq', '3.10.8', '2023-07-31'],
  ['rabbitmq', '3.1.5', null],
  ['grafana', '13.2.3', '2027-05-18'],
  ['influxdbv1', '1.6.7', null],
  ['postgres', 'unknown', null],
] as const)('%s %s has updates until %s', (solution, version, day) => {
  expect(engineEndOfLife(solution, version)?.toISOString().slice(0, 10) ?? null).toBe(day);
});
