// Plain `tls.connect` with defaults: one context, its own verification. Usage: check-node.ts PORT CA-FILE CONCURRENCY < names
import { readFileSync } from 'node:fs';
import { connect, createSecureContext } from 'node:tls';

const [port = '', caFile = '', concurrency = '32'] = process.argv.slice(2);
const names = readFileSync(0, 'utf8').split('\n').filter(Boolean);
const secureContext = createSecureContext({ ca: readFileSync(caFile, 'utf8') });
const counts = { valid: 0, invalid: 0 };
let next = 0;

const check = (servername: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', servername, secureContext });
    socket.once('secureConnect', () => {
      const isValid = socket.authorized && Date.parse(socket.getPeerCertificate().valid_to) > Date.now();
      socket.resume().end();
      resolve(isValid);
    });
    socket.on('error', () => resolve(false));
  });

const work = async (): Promise<void> => {
  for (;;) {
    const name = names[next];
    next += 1;
    if (name === undefined) return;
    if (await check(name)) counts.valid += 1;
    else counts.invalid += 1;
  }
};
await Promise.all(Array.from({ length: Number(concurrency) }, work));
console.log(JSON.stringify(counts));
