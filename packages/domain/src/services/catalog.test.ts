import { describe, expect, it } from 'vitest';
import { cloudSlugs, clouds, findRegion } from './clouds.ts';
import { deploymentProblems } from './deployment-problems.ts';
import { clampSize, findServicePlan, monthlyUsd, servicePlans, usdText } from './service-plans.ts';
import { serviceStatusOf } from './service-status.ts';
import { solutionName, solutionSlugs, solutions } from './solutions.ts';

describe('the catalog', () => {
  it('has the regions of the specification, each code once', () => {
    expect(Object.fromEntries(cloudSlugs.map((cloud) => [cloud, clouds[cloud].regions.length]))).toEqual({
      local: 1,
      aws: 10,
      digitalocean: 10,
      gcp: 20,
      azure: 58,
    });
    for (const cloud of cloudSlugs) expect(new Set(clouds[cloud].regions.map(({ code }) => code)).size).toBe(clouds[cloud].regions.length);
    expect(clouds.gcp.regions.at(0)?.code).toBe('us-east1');
    expect(clouds.gcp.regions.at(-1)?.code).toBe('southamerica-west1');
    expect(clouds.azure.regions.at(0)?.code).toBe('eastus');
    expect(clouds.azure.regions.at(-1)?.code).toBe('brazilsoutheast');
    expect(findRegion('aws', 'eu-central-1')).toEqual({ code: 'eu-central-1', name: 'Europe (Frankfurt)', country: 'DE' });
    expect(findRegion('aws', 'eastus')).toBeNull();
  });

  it('offers the seven solutions of the specification, and knows five more', () => {
    expect(solutionSlugs.filter((slug) => solutions[slug].isOffered)).toEqual([
      'clickhouse',
      'influxdbv1',
      'influxdbv2',
      'postgres',
      'grafana',
      'superset',
      'rabbitmq',
    ]);
    const prefixes = solutionSlugs.map((slug) => solutions[slug].prefix);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

it('calls MariaDB by its name, where it serves under mysql', () => {
  expect([solutionName('mysql', '11.8.3-MariaDB'), solutionName('mysql', '8.4.6'), solutionName('postgres', null)]).toEqual([
    'MariaDB',
    'MySQL',
    'PostgreSQL',
  ]);
});

it('writes US dollars with cents', () => {
  expect([0.198027, 1374.82, 144.5].map(usdText)).toEqual(['$0.20', '$1,374.82', '$144.50']);
});

describe('plans', () => {
  it.each([
    ['hobbyist', 144.56],
    ['professional', 531.61],
    ['business', 1374.82],
    ['enterprise', 2749.65],
  ])('%s costs $%s a month', (name, monthly) => {
    expect(monthlyUsd(findServicePlan(name)?.hourlyUsd ?? Number.NaN)).toBe(monthly);
  });

  it('are found by name and by the instance types of both generations', () => {
    expect(['hobbyist', 't3.medium', 't2.medium', 'm4.xlarge', 'r5.4xlarge'].map((text) => findServicePlan(text)?.name)).toEqual([
      'hobbyist',
      'hobbyist',
      'hobbyist',
      'professional',
      'enterprise',
    ]);
    expect(findServicePlan('t3.large')).toBeNull();
  });

  it('are limited to the machine, never raised to it', () => {
    const [hobbyist] = servicePlans;
    if (hobbyist === undefined) throw new Error('No plan.');
    expect(clampSize(hobbyist, { memoryMib: 2048, cpus: 64 })).toEqual({ memoryMib: 2048, cpus: 2, diskGib: 60 });
  });
});

describe('a deployment may ask for', () => {
  const asked = { cloud: 'aws', database: 'postgres', plan: 'hobbyist', region: 'eu-central-1' } as const;

  it('whatever the catalog has', () => {
    expect(deploymentProblems(asked)).toEqual([]);
    expect(deploymentProblems({ ...asked, plan: 'r5.2xlarge' })).toEqual([]);
    expect(deploymentProblems({ ...asked, database: 'metabase', user: 'me@example.com', password: '~`\'"$(x) \\ {}' })).toEqual([]);
  });

  it.each([
    [{ region: 'eastus' }, { path: 'region', message: 'is not a region of AWS' }],
    [
      { plan: '$(reboot)' },
      { path: 'plan', message: 'must be hobbyist, professional, business, or enterprise, or the instance type of one' },
    ],
    [{ user: 'me@example.com' }, { path: 'user', message: 'cannot be chosen for PostgreSQL' }],
    [
      { database: 'metabase', user: 'me@example.com' },
      { path: 'password', message: 'must have at least 8 printable characters' },
    ],
    [
      { database: 'metabase', password: 'long enough' },
      { path: 'user', message: 'must be the email address of the first user of Metabase' },
    ],
  ] as const)('not %j', (change, problem) => {
    expect(deploymentProblems({ ...asked, ...change })).toEqual([problem]);
  });
});

describe('the status', () => {
  const well = { operation: null, runningSince: new Date(0), isDeletionWanted: false, problem: null } as const;

  it.each([
    [well, 'running'],
    [{ ...well, problem: 'It restarts again and again.' }, 'unwell'],
    [{ ...well, runningSince: null }, 'failed'],
    [{ ...well, isDeletionWanted: true }, 'failed'],
    [{ ...well, runningSince: null, operation: 'service_deployment' }, 'deploying'],
    [{ ...well, operation: 'service_resize' }, 'resizing'],
    [{ ...well, operation: 'service_rotation' }, 'rotating'],
    [{ ...well, isDeletionWanted: true, operation: 'service_deletion' }, 'deleting'],
  ] as const)('of %j is %s', (facts, status) => {
    expect(serviceStatusOf(facts)).toBe(status);
  });
});
