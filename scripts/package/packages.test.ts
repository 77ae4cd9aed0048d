import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { kubernetesManifests } from './kubernetes.ts';

const ops = resolve(import.meta.dirname, '../../ops');
const read = (file: string): string => readFileSync(resolve(ops, file), 'utf8');

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: unknown;
}

const manifests = parseAllDocuments(read('kubernetes/notafter.yaml')).map((document): Manifest => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const roles = ['notafter-web', 'notafter-rest', 'notafter-worker'];

it('keeps the manifests of Kubernetes as they are written', () => {
  expect(read('kubernetes/notafter.yaml'), 'Run: npm run package -- kubernetes').toBe(kubernetesManifests());
});

it('deploys each role with both probes, without root and without a writable file system, and keeps one of each', () => {
  expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toEqual(roles);
  for (const { spec } of ofKind('Deployment')) {
    const { selector, template } = Object(spec);
    const [container] = template.spec.containers;
    expect(selector.matchLabels).toEqual(template.metadata.labels);
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: '/healthz' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
    expect(template.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
  }
  expect(ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name)).toEqual(roles);
  for (const { spec } of ofKind('PodDisruptionBudget')) expect(spec).toMatchObject({ minAvailable: 1 });
});

it('has no secret in the manifests, and each route leads to a service', () => {
  expect(ofKind('Secret')).toEqual([]);
  const services = ofKind('Service').map(({ metadata }) => metadata.name);
  const [ingress] = ofKind('Ingress');
  const routes: { path: string; backend: { service: { name: string } } }[] = Object(ingress?.spec).rules[0].http.paths;
  expect(routes.map(({ path }) => path)).toEqual(['/v1', '/']);
  for (const { backend } of routes) expect(services).toContain(backend.service.name);
});

it('runs the image of the compose file read-only beside PostgreSQL, with secrets from the environment', () => {
  const { services } = parse(read('container/compose.yaml'));
  expect(services.notafter).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    depends_on: { database: { condition: 'service_healthy' } },
  });
  expect(services.notafter.environment.DATABASE_URL).toMatch(/^postgres:\/\/notafter:\$\{POSTGRES_PASSWORD\}@database\/notafter$/);
  expect(services.notafter.environment.SECRET_KEY).toContain('${SECRET_KEY:?');
});

it('signs a release with the identity of its workflow, and gives no other job more than reading', () => {
  const { permissions, jobs } = parse(read('../.github/workflows/release.yml'));
  expect(permissions).toEqual({ contents: 'read' });
  expect(jobs.test).toEqual({ uses: './.github/workflows/ci.yml' });
  expect(jobs.release.needs).toBe('test');
  const used: string[] = jobs.release.steps.flatMap(({ uses }: { uses?: string }) => uses ?? []);
  expect(used.filter((action) => action.startsWith('actions/attest-'))).toHaveLength(3);
  expect(used.every((action) => action.startsWith('actions/'))).toBe(true);
});
