import { join } from 'node:path';
import { variable } from '../environment.ts';
import { parseKubeconfig, withValue } from '../formats/kubeconfig.ts';
import { withFile } from '../reader/open-file.ts';
import { FileFault, type KubernetesSource } from '../reading.ts';

/** How to reach the API of a cluster. */
export interface ClusterAccess {
  readonly server: URL;
  readonly serverName: string | null;
  /** PEM; null for the public authorities. */
  readonly ca: Buffer | null;
  readonly token: string | null;
  readonly certificate: Buffer | null;
  readonly key: Buffer | null;
}

/** Kubernetes mounts the account of a pod here (kubernetes.io/docs/tasks/run-application/access-api-from-pod). */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

const copy = (bytes: Buffer): Buffer => Buffer.alloc(bytes.length, bytes);
const line = (bytes: Buffer): string => bytes.toString('latin1').trim();
const refuse = (message: string): never => {
  throw new FileFault('unreachable', message);
};

const inCluster = async (folder: string): Promise<ClusterAccess> => {
  const host = variable('KUBERNETES_SERVICE_HOST');
  if (host === undefined || host === '') return refuse('This process does not run in a Kubernetes pod. Name a kubeconfig.');
  const server = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${variable('KUBERNETES_SERVICE_PORT') ?? '443'}`);
  const token = await withFile(join(folder, 'token'), line);
  return { server, serverName: null, ca: await withFile(join(folder, 'ca.crt'), copy), token, certificate: null, key: null };
};

const fromKubeconfig = (path: string): Promise<ClusterAccess> =>
  withFile(path, async (bytes) => {
    const kubeconfig = parseKubeconfig(bytes);
    const { masked, config } = kubeconfig;
    const chosen = config.contexts.find(({ name }) => masked.reveal(name) === masked.reveal(config['current-context'] ?? ''))?.context;
    const sameName = (name: string, wanted: string | null | undefined): boolean => masked.reveal(name) === masked.reveal(wanted ?? '');
    const cluster = config.clusters.find(({ name }) => sameName(name, chosen?.cluster))?.cluster;
    const user = config.users.find(({ name }) => sameName(name, chosen?.user))?.user;
    if (cluster === undefined || user === undefined || user === null) return refuse('The current context of the kubeconfig is incomplete.');
    if (cluster['insecure-skip-tls-verify'] === true)
      return refuse('The kubeconfig turns off TLS verification. Set certificate-authority-data instead.');
    if (cluster['proxy-url']) return refuse('The kubeconfig names a proxy, which is not supported.');
    if (user.exec !== undefined)
      return refuse('The kubeconfig runs a program to sign in, which is not supported. Use a token or a certificate.');
    const server = URL.parse(masked.reveal(cluster.server ?? ''));
    if (server?.protocol !== 'https:') return refuse('The server of the kubeconfig must start with https://.');
    const value = (data: string | null | undefined, file: string | null | undefined): Promise<Buffer | null> =>
      withValue(kubeconfig, path, { data, file }, copy);
    const fromFile = await withValue(kubeconfig, path, { data: null, file: user.tokenFile }, line);
    return {
      server,
      serverName: cluster['tls-server-name'] ? masked.reveal(cluster['tls-server-name']) : null,
      ca: await value(cluster['certificate-authority-data'], cluster['certificate-authority']),
      token: fromFile ?? (user.token ? masked.reveal(user.token) : null),
      certificate: await value(user['client-certificate-data'], user['client-certificate']),
      key: await value(user['client-key-data'], user['client-key']),
    };
  });

/** Returns the access that a source names. The key of a client certificate is needed to connect: it is in this process only. */
export const accessOf = ({ kubeconfig }: KubernetesSource, serviceAccount = SERVICE_ACCOUNT): Promise<ClusterAccess> =>
  kubeconfig === 'in-cluster' ? inCluster(serviceAccount) : fromKubeconfig(kubeconfig);
