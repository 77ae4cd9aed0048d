export { type AskedSource, askSource } from './ask-source.ts';
export { type FakeEntry, type FakeService, type Misbehavior, overloaded, startFakeCertspotter, startFakeCrtsh } from './ct-fakes.ts';
export { startZoneServer, type ZoneName, type ZoneOptions, type ZoneRecords, type ZoneServer } from './zone-server.ts';
