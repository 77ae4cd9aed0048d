import { dirname } from 'node:path';
import { createAuthority } from '@notafter/tls/testing';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { authority, leaf, summaryOf, temporaryFolder, writeSample } from '../testing/sample-files.ts';
import { readContents } from './read-contents.ts';

const { root, intermediate } = authority;
const other = createAuthority({ name: 'Other cluster' }).root;
const known = { root, intermediate, leaf, other };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const kubeconfig = (user: object, cluster: object = { 'certificate-authority-data': base64(root.pem) }): object => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'main',
  contexts: [{ name: 'main', context: { cluster: 'prod-europe-with-a-long-name', user: 'admin' } }],
  clusters: [{ name: 'prod-europe-with-a-long-name', cluster: { server: 'https://127.0.0.1:6443', ...cluster } }],
  users: [{ name: 'admin', user }],
});
const inline = { 'client-certificate-data': base64(leaf.chainPem), 'client-key-data': base64(leaf.key.privatePem) };
const read = async (text: string, path = '/etc/kubernetes/admin.conf'): Promise<object> =>
  summaryOf(await readContents(Buffer.from(text), { path, readPassword: () => Promise.resolve(null) }), known);
const found = {
  format: 'kubeconfig',
  problem: null,
  certificates: [
    { alias: 'user admin', role: 'certificate', der: 'leaf', chain: ['intermediate'], hasKey: true },
    { alias: 'cluster prod-europe-with-a-long-name', role: 'authority', der: 'root', chain: [], hasKey: false },
  ],
};

describe('kubeconfigs', () => {
  it('have the certificates of users and clusters read, in YAML and in JSON', async () => {
    expect(await read(stringify(kubeconfig(inline)))).toEqual(found);
    expect(await read(stringify(kubeconfig(inline), { lineWidth: 60, defaultStringType: 'BLOCK_FOLDED' }))).toEqual(found);
    expect(await read(JSON.stringify(kubeconfig(inline), null, 2))).toEqual(found);
  });

  it('have files read that they name beside themselves', async () => {
    const folder = temporaryFolder();
    writeSample('admin.pem', leaf.chainPem + leaf.key.privatePem, folder);
    const ca = writeSample('ca.pem', other.pem, folder);
    const config = kubeconfig({ 'client-certificate': 'admin.pem', 'client-key': 'admin.pem' }, { 'certificate-authority': ca });
    expect(await read(stringify(config), `${dirname(ca)}/config`)).toMatchObject({
      problem: null,
      certificates: [
        { der: 'leaf', hasKey: true },
        { der: 'other', role: 'authority' },
      ],
    });
    const missing = stringify(kubeconfig({ 'client-certificate': 'missing.pem' }));
    expect(await read(missing, `${folder}/config`)).toMatchObject({ problem: 'not_found', certificates: [{ der: 'root' }] });
  });

  it('without certificates or with damage have a problem', async () => {
    expect(await read(stringify(kubeconfig({ token: 'secret' }, {})))).toMatchObject({ problem: 'no_certificate' });
    expect(await read(stringify(kubeconfig({ 'client-certificate-data': '!' })))).toMatchObject({ problem: 'broken' });
    for (const text of ['clusters: [users, contexts', 'clusters: 1\nusers: 2\ncontexts: 3', `${'clusters users contexts ['.repeat(2_000)}`])
      expect(await read(text)).toMatchObject({ format: 'kubeconfig', problem: 'broken', certificates: [] });
  });
});
