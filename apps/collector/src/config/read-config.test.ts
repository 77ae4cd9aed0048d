import { describe, expect, it } from 'vitest';
import { parseConfig } from './read-config.ts';

const PATH = '/etc/notafter/collector.yaml';
const parse = (text: string) => parseConfig(text, PATH);
const ALLOW = 'allow: { networks: [10.0.0.0/8], ports: [443] }\n';

describe("a collector's file", () => {
  it('is read with its defaults, and with paths relative to its folder', () => {
    const text = `
allow:
  networks: [10.0.0.0/8, fd00::/8, 169.254.169.254]
  ports: [443, 8443, "9000-9100"]
targets: [10.1.2.3, db.internal:9050, "postgres://10.1.2.4:443"]
files:
  - pattern: /etc/ssl/**/*.pem
  - { pattern: stores/*.p12, password: { file: secret } }
  - { pattern: stores/*.jks, password: { variable: STORE_PASSWORD } }
kubernetes:
  - { kubeconfig: in-cluster, namespaces: all }
  - { kubeconfig: kube.yaml, namespaces: [shop], labelSelector: team=web }
interval: 15m
server: https://moved.example
dataDir: data
dnsServers: [10.0.0.53, "[fd00::53]:5353"]
caFile: ca.pem
`;
    expect(parse(text)).toEqual({
      kind: 'read',
      value: {
        allow: {
          networks: ['10.0.0.0/8', 'fd00::/8', '169.254.169.254'],
          ports: [
            [443, 443],
            [8443, 8443],
            [9000, 9100],
          ],
        },
        targets: [
          { host: '10.1.2.3', port: 443 },
          { host: 'db.internal', port: 9050 },
          { host: '10.1.2.4', port: 443, protocol: 'postgres' },
        ],
        acceptTargets: true,
        files: [
          { pattern: '/etc/ssl/**/*.pem' },
          { pattern: '/etc/notafter/stores/*.p12', password: { file: '/etc/notafter/secret' } },
          { pattern: '/etc/notafter/stores/*.jks', password: { variable: 'STORE_PASSWORD' } },
        ],
        kubernetes: [
          { kubeconfig: 'in-cluster', namespaces: 'all' },
          { kubeconfig: '/etc/notafter/kube.yaml', namespaces: ['shop'], labelSelector: 'team=web' },
        ],
        intervalMs: 900_000,
        serverUrl: 'https://moved.example',
        dataDir: '/etc/notafter/data',
        dnsServers: ['10.0.0.53', '[fd00::53]:5353'],
        caFile: '/etc/notafter/ca.pem',
      },
    });
  });

  it('allows nothing without an allow list', () => {
    expect(parse('')).toMatchObject({ kind: 'read', value: { allow: { networks: [], ports: [] }, intervalMs: 3_600_000 } });
  });

  it.each([
    ['an unknown field', `${ALLOW}nets: []\n`, "2:1: 'nets' is not a field here."],
    ['an unknown field below', 'allow: { networks: [], ports: [], hosts: [] }\n', "1:35: 'hosts' is not a field here."],
    ['networks without ports', 'allow: { networks: [10.0.0.0/8] }\n', '1:8: allow.ports'],
    ['a name as a network', 'allow: { networks: [example.com], ports: [443] }\n', '1:21: allow.networks[0]: Write an address or a range'],
    ['a range that is too narrow', 'allow: { networks: [10.0.0.0/33], ports: [443] }\n', '1:21: allow.networks[0]'],
    ['a port of 0', 'allow: { networks: [], ports: [0] }\n', '1:32: allow.ports[0]: Write a port'],
    ['a range that ends before it begins', 'allow: { networks: [], ports: ["9-1"] }\n', '1:32: allow.ports[0]'],
    ['a target with a path', `${ALLOW}targets: [example.com/x]\n`, '2:11: targets[0]: Enter only the domain'],
    [
      'a target outside of the networks',
      `${ALLOW}targets: [10.1.1.1, 192.168.0.1]\n`,
      '2:21: targets[1]: 192.168.0.1 is not in allow.networks.',
    ],
    ['a target at another address', `${ALLOW}targets: ["a.test?address=8.8.8.8"]\n`, '2:11: targets[0]: 8.8.8.8 is not in'],
    ['a target at another port', `${ALLOW}targets: [a.test:444]\n`, '2:11: targets[0]: Port 444 is not in allow.ports.'],
    [
      'cloud metadata inside of a range',
      'allow: { networks: [0.0.0.0/0], ports: [80] }\ntargets: [169.254.169.254:80]\n',
      '2:11: targets[0]',
    ],
    ['a password in the file', 'files: [{ pattern: a, password: secret }]\n', '1:33: files[0].password: Write { file: PATH }'],
    ['two passwords', 'files: [{ pattern: a, password: { file: a, variable: b } }]\n', '1:33: files[0].password'],
    ['an interval below a minute', 'interval: 30s\n', '1:11: interval: Write a time from 1m'],
    ['an interval without a unit', 'interval: 60\n', '1:11: interval'],
    ['a name as a DNS server', 'dnsServers: [dns.internal]\n', '1:14: dnsServers[0]: Write an address'],
    ['a server without TLS', 'server: http://moved.example\n', '1:9: server: Write an address that begins with https://'],
    ['a tab', 'allow:\n\tports: []\n', '2:1: '],
    ['a list', '- a\n', '1:1: '],
  ])('is refused with its place: %s', (_, text, place) => {
    const parsed = parse(text);
    const lines = parsed.kind === 'refused' ? parsed.problems.map(({ line, column, message }) => `${line}:${column}: ${message}`) : [];
    expect(
      lines.find((line) => line.startsWith(place)),
      lines.join('\n'),
    ).toBeDefined();
  });
});
