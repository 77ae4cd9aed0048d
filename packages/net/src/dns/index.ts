export { createDnsClient, type DnsClient, type DnsReply, type QueryTerms } from './client.ts';
export { type DnsAnswer, type DnsRecord, type ExtendedError, NOERROR, NXDOMAIN, type RecordType, recordTypes, SERVFAIL } from './record.ts';
