// Runs in a network namespace of `hostile-server.root.test.ts`, in which every address that the server asks for is this machine.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isHandshake } from '@notafter/domain';
import { startDnsServer, startTlsFarm } from '@notafter/tls/testing';
import { makeCollectorFolder } from './collector-folder.ts';
import { startStandInServer } from './stand-in-server.ts';

const asked = [
  '169.254.169.254',
  '169.254.169.254:80',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '10.9.9.9',
  '93.184.216.34',
  '127.0.0.1:443',
  '[::ffff:10.9.9.9]',
  '[::ffff:169.254.169.254]',
  '10.1.0.1:80',
  'rebinds.test',
  'inside.test?address=169.254.169.254',
  'smtp://10.9.9.9:443',
];

const farm = await startTlsFarm({ address: '10.1.0.1', port: 443 });
const dialed = new Set<string>();
// More specific listeners come first: this one gets everything else on the usual ports.
for (const port of [80, 443, 25])
  for (const host of [
    '169.254.169.254',
    '168.63.129.16',
    '10.9.9.9',
    '10.1.0.2',
    '93.184.216.34',
    '127.0.0.1',
    'fd00:ec2::254',
    '10.1.0.1',
  ]) {
    if (host === '10.1.0.1' && port === 443) continue;
    const trap = createServer((socket) => {
      dialed.add(`${socket.localAddress}:${socket.localPort}`);
      socket.on('error', () => undefined).destroy();
    }).listen(port, host);
    await once(trap, 'listening');
  }
const dns = await startDnsServer({
  'inside.test': ['10.1.0.1'],
  // The first answer is inside of the list, so that a second lookup would lead out.
  'rebinds.test': (query) => (query % 2 === 0 ? ['10.9.9.9'] : ['10.1.0.1']),
});
const server = await startStandInServer();
const folder = makeCollectorFolder();
folder.configure({
  allow: { networks: ['10.1.0.0/24', '169.254.0.0/16'], ports: [443] },
  targets: ['10.1.0.1'],
  dnsServers: [dns.address],
});
server.targets = asked;
await folder.run(['enroll', server.token]);
await folder.run(['run', '--once']);
const farmChecks = farm.totalChecks();
const findings = Object.fromEntries(
  [...server.endpoints].map(([target, [seen]]) => [target, seen === undefined ? 'nothing' : isHandshake(seen) ? 'served' : seen.reason]),
);
folder.remove();
if (farmChecks > 0) dialed.add('10.1.0.1:443');
process.stdout.write(JSON.stringify({ dialed: [...dialed].sort(), findings }), () => process.exit());
