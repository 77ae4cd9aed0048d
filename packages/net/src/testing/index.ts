export { type DnsAnswer, type DnsServer, startDnsServer } from './dns-server.ts';
export { freePort } from './free-port.ts';
