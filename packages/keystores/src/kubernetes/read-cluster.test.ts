import { once } from 'node:events';
import { createServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FileFault, type KubernetesSource } from '../reading.ts';
import { authority, leaf, summaryOf, temporaryFolder, writeSample } from '../testing/sample-files.ts';
import { readCluster } from './read-cluster.ts';

const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.a-long-service-account-token.signature';
const { root, intermediate } = authority;
const known = { root, intermediate, leaf };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface FakeSecret {
  readonly namespace: string;
  readonly name: string;
  readonly certificate?: string;
}
interface FakeApi {
  readonly secrets: readonly FakeSecret[];
  /** Answers 410 once, after the first page. */
  readonly expiresOnce?: boolean;
  readonly status?: number;
}

/** The API of a cluster, as far as Secrets are listed: real TLS, pages of two, tokens and client certificates. */
const startApi = async ({ secrets, expiresOnce = false, status = 200 }: FakeApi) => {
  const certificate = authority.issue(['localhost', '127.0.0.1']);
  const tls = { cert: certificate.chainPem, key: certificate.key.privatePem, ca: root.pem, requestCert: true, rejectUnauthorized: false };
  const asked: string[] = [];
  let mayExpire = expiresOnce;
  const isSigned = (socket: unknown): boolean => socket instanceof TLSSocket && socket.authorized;
  const server = createServer(tls, (request, response) => {
    const url = new URL(request.url ?? '', 'https://cluster');
    asked.push(decodeURIComponent(url.pathname + url.search));
    const query = url.searchParams;
    const from = Number(query.get('continue') ?? 0);
    const answer = (code: number, body: object = {}): void => void response.writeHead(code).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${TOKEN}` && !isSigned(request.socket)) return answer(401);
    if (status !== 200) return answer(status);
    if (query.get('fieldSelector') !== 'type=kubernetes.io/tls') return answer(400);
    if (from > 0 && mayExpire) {
      mayExpire = false;
      return answer(410);
    }
    const namespace = /namespaces\/([^/]+)\/secrets/.exec(url.pathname)?.[1];
    const all = secrets.filter((each) => namespace === undefined || each.namespace === namespace);
    const items = all.slice(from, from + 2).map(({ certificate: pem = leaf.chainPem, ...metadata }) => ({
      metadata: { ...metadata, annotations: { 'last-applied': JSON.stringify({ 'tls.key': base64(leaf.key.privatePem) }) } },
      data: { 'tls.crt': base64(pem), 'tls.key': base64(leaf.key.privatePem) },
    }));
    return answer(200, { metadata: { continue: from + 2 < all.length ? String(from + 2) : '' }, items });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { asked, port };
};

const kubeconfig = (port: number, user: object, cluster: object = {}): string =>
  writeSample(
    'config',
    JSON.stringify({
      'current-context': 'main',
      contexts: [{ name: 'main', context: { cluster: 'prod', user: 'collector' } }],
      clusters: [
        { name: 'prod', cluster: { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': base64(root.pem), ...cluster } },
      ],
      users: [{ name: 'collector', user }],
    }),
  );
const read = async (source: Partial<KubernetesSource>, folder?: string): Promise<object> =>
  summaryOf(await readCluster({ kubeconfig: 'in-cluster', namespaces: 'all', ...source }, folder), known);
const entry = (alias: string): object => ({ alias, role: 'certificate', der: 'leaf', chain: ['intermediate'], hasKey: true });
const secrets = ['web/one', 'web/two', 'mail/three', 'mail/four', 'web/five'].map((each) => {
  const [namespace = '', name = ''] = each.split('/');
  return { namespace, name };
});
const all = secrets.map(({ namespace, name }) => entry(`${namespace}/${name}`));

describe('TLS Secrets', () => {
  it('of all namespaces are read over several pages with the account of the pod', async () => {
    const { port, asked } = await startApi({ secrets });
    const folder = temporaryFolder();
    writeSample('token', `${TOKEN}\n`, folder);
    writeSample('ca.crt', root.pem, folder);
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '127.0.0.1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', String(port));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await read({}, folder)).toEqual({ format: 'kubernetes', problem: null, certificates: all });
    expect(asked).toHaveLength(3);
  });

  it('of namespaces and a label are read with a client certificate or a token', async () => {
    const { port, asked } = await startApi({ secrets });
    const client = authority.issue('collector', { purpose: 'client' });
    const signed = { 'client-certificate-data': base64(client.chainPem), 'client-key-data': base64(client.key.privatePem) };
    const source = { namespaces: ['mail'], labelSelector: 'app=web,tier!=test' };
    const expected = { problem: null, certificates: [entry('mail/three'), entry('mail/four')] };
    expect(await read({ kubeconfig: kubeconfig(port, signed), ...source })).toMatchObject(expected);
    expect(await read({ kubeconfig: kubeconfig(port, { token: TOKEN }), ...source })).toMatchObject(expected);
    expect(await read({ kubeconfig: kubeconfig(port, { tokenFile: writeSample('token', TOKEN) }), ...source })).toMatchObject(expected);
    expect(asked[0]).toBe('/api/v1/namespaces/mail/secrets?fieldSelector=type=kubernetes.io/tls&limit=50&labelSelector=app=web,tier!=test');
  });

  it('are listed from the start if the list expires, each once', async () => {
    const { port } = await startApi({ secrets, expiresOnce: true });
    expect(await read({ kubeconfig: kubeconfig(port, { token: TOKEN }) })).toMatchObject({ problem: null, certificates: all });
  });

  it('that are damaged do not hide the others', async () => {
    const { port } = await startApi({ secrets: [{ namespace: 'a', name: 'bad', certificate: leaf.pem.slice(0, 99) }, ...secrets] });
    expect(await read({ kubeconfig: kubeconfig(port, { token: TOKEN }) })).toMatchObject({ problem: 'broken', certificates: all });
  });
});

describe('a cluster', () => {
  const faultOf = async (path: string): Promise<unknown> =>
    readCluster({ kubeconfig: path, namespaces: 'all' }).catch((error: unknown) => (error instanceof FileFault ? error.code : error));

  it('is only read over verified TLS', async () => {
    const { port } = await startApi({ secrets });
    const user = { token: TOKEN };
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await faultOf(kubeconfig(port, user, { 'certificate-authority-data': base64(leaf.pem) }))).toBe('unreachable');
    expect(await faultOf(kubeconfig(port, user, { 'tls-server-name': 'other.test' }))).toBe('unreachable');
    expect(await faultOf(kubeconfig(port, user, { 'insecure-skip-tls-verify': true }))).toBe('unreachable');
    expect(await faultOf(kubeconfig(port, user, { server: `http://127.0.0.1:${port}` }))).toBe('unreachable');
  });

  it('names a refusal, and access that would run a program', async () => {
    const { port } = await startApi({ secrets, status: 403 });
    expect(await faultOf(kubeconfig(port, { token: 'wrong' }))).toBe('permission_denied');
    expect(await faultOf(kubeconfig(port, { token: TOKEN }))).toBe('permission_denied');
    expect(await faultOf(kubeconfig(port, { exec: { command: 'aws' } }))).toBe('unreachable');
    expect(await faultOf(kubeconfig(1, { token: TOKEN }))).toBe('unreachable');
    expect(await faultOf('in-cluster')).toBe('unreachable');
    expect(await faultOf('/no/such/config')).toBe('not_found');
  });
});
