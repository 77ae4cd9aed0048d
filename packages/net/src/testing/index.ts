export { type DnsAnswer, type DnsServer, startDnsServer } from './dns-server.ts';
