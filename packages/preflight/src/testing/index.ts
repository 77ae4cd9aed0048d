export { PARENT, type SignedZone, type SignedZones, startSignedZones, type ZoneFault } from './signed-zones.ts';
export { startWebServers, type WebServers, webAddresses } from './web-servers.ts';
