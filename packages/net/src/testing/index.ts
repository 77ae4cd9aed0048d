export { type DnsAnswer, type DnsServer, startDnsServer } from './dns-server.ts';
export { freePort } from './free-port.ts';
export { startZoneServer, type ZoneName, type ZoneOptions, type ZoneRecords, type ZoneServer } from './zone-server.ts';
