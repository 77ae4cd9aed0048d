import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IConfigMap, IContainer, IProbe, IService } from 'kubernetes-models/v1';
import { stringify } from 'yaml';

/** The parts that scale by themselves. Web and REST are stateless; workers share the queue. */
const roles = [
  { role: 'web', replicas: 2, serves: true, memory: '512Mi' },
  { role: 'rest', replicas: 2, serves: true, memory: '512Mi' },
  { role: 'worker', replicas: 2, serves: false, memory: '768Mi' },
] as const;

type Role = (typeof roles)[number];

const PORT = 3000;
const labelsOf = ({ role }: Role) => ({ 'app.kubernetes.io/name': 'notafter', 'app.kubernetes.io/component': role });
const metadataOf = (role: Role) => ({ name: `notafter-${role.role}`, labels: labelsOf(role) });
const probe = (path: string, rest: IProbe): IProbe => ({ httpGet: { path, port: 'http' }, ...rest });

/** Longer than a balancer needs to forget a pod that ends. */
const SHUTDOWN_DELAY = { name: 'SHUTDOWN_DELAY_SECONDS', value: '10' };

const containerOf = ({ role, memory, serves }: Role): IContainer => ({
  name: 'notafter',
  image: 'notafter:latest',
  env: [{ name: 'ROLE', value: role }, ...(serves ? [SHUTDOWN_DELAY] : [])],
  // DATABASE_URL and SECRET_KEY are secrets; PUBLIC_URL and the rest are not.
  envFrom: [{ configMapRef: { name: 'notafter' } }, { secretRef: { name: 'notafter' } }],
  ports: [{ name: 'http', containerPort: PORT }],
  // The first start migrates the database, which may take minutes.
  startupProbe: probe('/healthz', { periodSeconds: 5, failureThreshold: 120 }),
  livenessProbe: probe('/healthz', { periodSeconds: 20, timeoutSeconds: 5, failureThreshold: 3 }),
  readinessProbe: probe('/readyz', { periodSeconds: 10, timeoutSeconds: 5 }),
  resources: { requests: { cpu: '100m', memory }, limits: { memory } },
  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  volumeMounts: [{ name: 'data', mountPath: '/var/lib/notafter' }],
});

const deploymentOf = (role: Role): IDeployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadataOf(role),
  spec: {
    replicas: role.replicas,
    strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    selector: { matchLabels: labelsOf(role) },
    template: {
      metadata: { labels: labelsOf(role) },
      spec: {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        terminationGracePeriodSeconds: 90,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          runAsGroup: 10_001,
          fsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [containerOf(role)],
        volumes: [{ name: 'data', emptyDir: { sizeLimit: '1Gi' } }],
      },
    },
  },
});

const disruptionBudgetOf = (role: Role): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadataOf(role),
  spec: { minAvailable: 1, selector: { matchLabels: labelsOf(role) } },
});

const serviceOf = (role: Role): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadataOf(role),
  spec: { selector: labelsOf(role), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
});

/** `/v1` and the older `/services` paths are those of the REST API. */
const ingress: IIngress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'notafter' },
  spec: {
    rules: [
      {
        host: 'certs.example.com',
        http: {
          paths: [
            { path: '/v1', role: 'rest' },
            { path: '/', role: 'web' },
          ].map(({ path, role }) => ({
            path,
            pathType: 'Prefix',
            backend: { service: { name: `notafter-${role}`, port: { name: 'http' } } },
          })),
        },
      },
    ],
  },
};

const settings: IConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'notafter' },
  data: { PUBLIC_URL: 'https://certs.example.com', TRUSTED_PROXIES: '10.0.0.0/8' },
};

const HEAD = `# Notafter on Kubernetes, beside a PostgreSQL 15 or newer. Change the image, the host and TRUSTED_PROXIES. Create the secret first:
#   kubectl create secret generic notafter --from-literal=DATABASE_URL=postgres://... --from-literal=SECRET_KEY=$(openssl rand -hex 32)
# Written by scripts/package/kubernetes.ts.
`;

/** The manifests, as one file for `kubectl apply`. */
export const kubernetesManifests = (): string => {
  const documents = [
    settings,
    ...roles.flatMap((role) => [deploymentOf(role), disruptionBudgetOf(role), ...(role.serves ? [serviceOf(role)] : [])]),
    ingress,
  ];
  return HEAD + documents.map((document) => stringify(document, { aliasDuplicateObjects: false })).join('---\n');
};
