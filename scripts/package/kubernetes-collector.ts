import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IClusterRole, IClusterRoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1';
import type { IConfigMap, INamespace, IPersistentVolumeClaim, IServiceAccount } from 'kubernetes-models/v1';
import { stringify } from 'yaml';

const NAME = 'notafter-collector';
const IMAGE = 'notafter-collector:latest';
const DATA = '/var/lib/notafter-collector';
const metadata = { name: NAME, namespace: NAME };
const labels = { 'app.kubernetes.io/name': NAME };

const settings = `# Restart the deployment after a change. Every field: docs/collector.md.
allow:
  networks: []
  ports: []
kubernetes:
  - kubeconfig: in-cluster
    namespaces: all
`;

const namespace: INamespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAME } };
const account: IServiceAccount = { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
const config: IConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { 'collector.yaml': settings } };

const role: IClusterRole = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name: NAME },
  rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }],
};
const binding: IClusterRoleBinding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: NAME },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: NAME },
  subjects: [{ kind: 'ServiceAccount', ...metadata }],
};

const claim: IPersistentVolumeClaim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const container = {
  image: IMAGE,
  securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  volumeMounts: [
    { name: 'data', mountPath: DATA },
    { name: 'config', mountPath: '/etc/notafter', readOnly: true },
  ],
};

const deployment: IDeployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { ...metadata, labels },
  spec: {
    // Two with one key would be a copied key.
    replicas: 1,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        serviceAccountName: NAME,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          runAsGroup: 10_001,
          fsGroup: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        initContainers: [
          {
            name: 'enroll',
            ...container,
            // The token works once; afterwards the key in the volume is the identity, and the status another one than 3.
            command: ['/bin/sh', '-c', 'notafter-collector status; [ $? -ne 3 ] || exec notafter-collector enroll "$TOKEN"'],
            env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: NAME, key: 'token', optional: true } } }],
          },
        ],
        containers: [
          {
            name: 'collector',
            ...container,
            resources: { requests: { cpu: '50m', memory: '128Mi' }, limits: { memory: '512Mi' } },
          },
        ],
        volumes: [
          { name: 'data', persistentVolumeClaim: { claimName: NAME } },
          { name: 'config', configMap: { name: NAME } },
        ],
      },
    },
  },
};

const HEAD = `# A collector on Kubernetes. It lists the Secrets of all namespaces, and reads those of the type kubernetes.io/tls. For some namespaces only,
# replace the ClusterRole and its binding by a Role and a RoleBinding in each, and name them in collector.yaml. Create the token first:
#   kubectl create namespace notafter-collector
#   kubectl create secret generic notafter-collector --namespace notafter-collector --from-literal=token=nac_...
# Written by scripts/package/kubernetes-collector.ts.
`;

/** The manifests of a collector, as one file for `kubectl apply`. */
export const collectorManifests = (): string => {
  const documents = [namespace, account, role, binding, config, claim, deployment];
  return HEAD + documents.map((document) => stringify(document, { aliasDuplicateObjects: false })).join('---\n');
};
