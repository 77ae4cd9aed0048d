import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ClusterRole, ClusterRoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import { expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { kubernetesManifests } from './kubernetes.ts';
import { collectorManifests } from './kubernetes-collector.ts';

const ops = resolve(import.meta.dirname, '../../ops');
const read = (file: string): string => readFileSync(resolve(ops, file), 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: unknown;
}

const manifestsOf = (file: string): readonly Manifest[] =>
  parseAllDocuments(read(file)).map((document): Manifest => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  });
const manifests = manifestsOf('kubernetes/notafter.yaml');
const ofCollector = manifestsOf('kubernetes/collector.yaml');
const ofKind = (kind: string): readonly Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
const roles = ['notafter-web', 'notafter-rest', 'notafter-worker'];

it('keeps the manifests of Kubernetes as they are written', () => {
  expect(read('kubernetes/notafter.yaml'), 'Run: npm run package -- kubernetes').toBe(kubernetesManifests());
  expect(read('kubernetes/collector.yaml'), 'Run: npm run package -- kubernetes').toBe(collectorManifests());
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

const models = new Map<string, (data: unknown) => { validate(): void }>([
  ['v1 ConfigMap', (data) => new ConfigMap(Object(data))],
  ['v1 Service', (data) => new Service(Object(data))],
  ['apps/v1 Deployment', (data) => new Deployment(Object(data))],
  ['policy/v1 PodDisruptionBudget', (data) => new PodDisruptionBudget(Object(data))],
  ['networking.k8s.io/v1 Ingress', (data) => new Ingress(Object(data))],
  ['v1 Namespace', (data) => new Namespace(Object(data))],
  ['v1 ServiceAccount', (data) => new ServiceAccount(Object(data))],
  ['v1 PersistentVolumeClaim', (data) => new PersistentVolumeClaim(Object(data))],
  ['rbac.authorization.k8s.io/v1 ClusterRole', (data) => new ClusterRole(Object(data))],
  ['rbac.authorization.k8s.io/v1 ClusterRoleBinding', (data) => new ClusterRoleBinding(Object(data))],
]);

/** Returns why the Kubernetes API would refuse a manifest: a missing field, or a wrong type. */
const refusalOf = (manifest: Manifest): string | null => {
  const model = models.get(`${manifest.apiVersion} ${manifest.kind}`);
  if (model === undefined) return `no ${manifest.kind} in ${manifest.apiVersion}`;
  try {
    model(manifest).validate();
    return null;
  } catch (error) {
    return String(error);
  }
};

it('conforms to the schemas of the Kubernetes API', () => {
  for (const manifest of [...manifests, ...ofCollector]) expect(refusalOf(manifest), manifest.metadata.name).toBeNull();
  const [deployment] = ofKind('Deployment');
  const spec = Object(deployment?.spec);
  const changed = (change: object): Manifest => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { ...spec, ...change },
  });
  expect(refusalOf(changed({}))).toBeNull();
  expect(refusalOf(changed({ replicas: 'two' }))).toContain('replicas must be integer');
  expect(refusalOf(changed({ selector: undefined }))).toContain('selector');
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

it('names the image as the release expects it, which replaces it by its own', () => {
  const release = read('../.github/workflows/release.yml');
  expect(release).toContain('s|image: notafter:latest$|image: $IMAGE:$VERSION|');
  expect(release).toContain('s|image: notafter-collector:latest$|image: $COLLECTOR_IMAGE:$VERSION|');
  const named = (file: string, image: string) => read(file).match(new RegExp(`image: ${image}:latest$`, 'gm'))?.length;
  expect(named('kubernetes/notafter.yaml', 'notafter')).toBe(roles.length);
  expect(named('container/compose.yaml', 'notafter')).toBe(1);
  expect(named('kubernetes/collector.yaml', 'notafter-collector')).toBe(2);
});

it('gives a collector on Kubernetes one replica, one right, and a file that its program accepts', () => {
  const of = (kind: string) => Object(ofCollector.find((manifest) => manifest.kind === kind));
  expect(of('Deployment').spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  const { initContainers, containers, securityContext } = of('Deployment').spec.template.spec;
  expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
  for (const container of [...initContainers, ...containers])
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
  expect(of('ClusterRole').rules).toEqual([{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }]);
  const folder = mkdtempSync(join(tmpdir(), 'notafter-collector-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'collector.yaml'), of('ConfigMap').data['collector.yaml']);
  const program = resolve(import.meta.dirname, '../../apps/collector/src/main.ts');
  expect(execFileSync(process.execPath, [program, 'check-config', '--config', join(folder, 'collector.yaml')]).toString()).toContain(
    'Kubernetes',
  );
});
