import { brandId, type CollectorId, isUuid } from '@notafter/domain';

const PREFIX = 'nac_';
const KEY_BYTES = 32;
const ID_BYTES = 16;

/** A person pastes it once: the collector that the program becomes, its server, and the keys to seal to it without asking it. */
export interface EnrollmentToken {
  readonly collectorId: CollectorId;
  /** Works once; 32 bytes, Base64url. */
  readonly secret: string;
  /** The server's X25519 key, raw in Base64url. */
  readonly sealingKey: string;
  /** The server's Ed25519 key for receipts, raw in Base64url. */
  readonly receiptKey: string;
  readonly serverUrl: string;
}

export const writeEnrollmentToken = ({ collectorId, secret, sealingKey, receiptKey, serverUrl }: EnrollmentToken): string => {
  const keys = [secret, sealingKey, receiptKey].map((key) => Buffer.from(key, 'base64url'));
  return `${PREFIX}${Buffer.concat([Buffer.from(collectorId.replaceAll('-', ''), 'hex'), ...keys, Buffer.from(serverUrl)]).toString('base64url')}`;
};

const idOf = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns null for anything that is not a whole token. */
export const readEnrollmentToken = (text: string): EnrollmentToken | null => {
  const match = /^nac_([A-Za-z0-9_-]+)$/.exec(text.trim());
  const bytes = Buffer.from(match?.[1] ?? '', 'base64url');
  const keyAt = (place: number): string =>
    bytes.subarray(ID_BYTES + place * KEY_BYTES, ID_BYTES + (place + 1) * KEY_BYTES).toString('base64url');
  const collectorId = idOf(bytes.subarray(0, ID_BYTES));
  const serverUrl = bytes.subarray(ID_BYTES + 3 * KEY_BYTES).toString();
  if (!isUuid(collectorId) || !URL.canParse(serverUrl)) return null;
  return { collectorId: brandId(collectorId), secret: keyAt(0), sealingKey: keyAt(1), receiptKey: keyAt(2), serverUrl };
};
