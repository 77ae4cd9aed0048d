import { octetString } from './der.ts';
import { extension } from './issue.ts';

export interface Timestamp {
  /** Base64. */
  readonly log: string;
  /** ISO 8601. */
  readonly at: string;
}

const withLength = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

/** A SignedCertificateTimestampList (RFC 6962 section 3.3) with signatures that nobody made. */
export const timestampList = (timestamps: readonly Timestamp[]): Buffer =>
  withLength(
    Buffer.concat(
      timestamps.map(({ log, at }) => {
        const instant = Buffer.alloc(8);
        instant.writeBigUInt64BE(BigInt(Date.parse(at)));
        const signature = Buffer.concat([Buffer.from([4, 3]), withLength(Buffer.alloc(8))]);
        return withLength(Buffer.concat([Buffer.from([0]), Buffer.from(log, 'base64'), instant, Buffer.alloc(2), signature]));
      }),
    ),
  );

/** The extension of a certificate that contains them. */
export const signedTimestamps = (timestamps: readonly Timestamp[]): Buffer =>
  extension('1.3.6.1.4.1.11129.2.4.2', octetString(timestampList(timestamps)));
