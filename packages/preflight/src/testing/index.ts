export { type PostfixServer, startPostfix } from './postfix.ts';
export { type RenewalInfoReply, type RenewalInfoServer, renewalInfoBody, startRenewalInfoServer } from './renewal-info-server.ts';
export { PARENT, type SignedZone, type SignedZones, startSignedZones, type ZoneFault } from './signed-zones.ts';
export { startWebServers, type WebServers, webAddresses } from './web-servers.ts';
