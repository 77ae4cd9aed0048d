import { DerReader, explicitTag, tags } from './der.ts';

/** 1.3.6.1.4.1.11129.2.4.2, the timestamps, and .3, the poison of a precertificate, as DER without the last byte. */
const identifierStart = Buffer.from('060a2b06010401d6790204', 'hex');
const TIMESTAMPS = 2;
const POISON = 3;

const wrap = (tag: number, contents: Buffer): Buffer => {
  const { length } = contents;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), contents]);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const size = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, contents]);
};

const isOfLogs = (extension: Buffer): boolean => {
  const last = extension[identifierStart.length];
  return (last === TIMESTAMPS || last === POISON) && extension.subarray(0, identifierStart.length).equals(identifierStart);
};

/**
 * Returns a TBSCertificate without timestamps and poison (RFC 6962 section 3.2), given with the bytes of its Extensions: what logs
 * sign, the same for a precertificate and its certificate. Throws DerError.
 */
export const tbsAsLogged = ({ tbs, extensionBytes }: { readonly tbs: Buffer; readonly extensionBytes: Buffer }): Buffer => {
  if (extensionBytes.length === 0) return tbs;
  const reader = new DerReader(extensionBytes);
  reader.enter(tags.sequence);
  const kept: Buffer[] = [];
  let isChanged = false;
  while (reader.more) {
    const { at } = reader;
    reader.expect(tags.sequence);
    if (isOfLogs(reader.contents())) isChanged = true;
    else kept.push(extensionBytes.subarray(at, reader.at));
  }
  if (!isChanged) return tbs;
  const whole = new DerReader(tbs);
  whole.enter(tags.sequence);
  const { at: start } = whole;
  while (whole.more && whole.peek !== explicitTag(3)) whole.next();
  const before = tbs.subarray(start, whole.at);
  const extensions = kept.length === 0 ? Buffer.alloc(0) : wrap(explicitTag(3), wrap(tags.sequence, Buffer.concat(kept)));
  return wrap(tags.sequence, Buffer.concat([before, extensions]));
};
