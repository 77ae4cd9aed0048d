import { randomInt } from 'node:crypto';
import type { AuthService } from '@notafter/auth';
import type { ServiceId } from '@notafter/domain';

type Sealed = Pick<AuthService, 'sealing'>;
export type ServiceSecret = 'password' | 'certificate_key';

const placeOf = (id: ServiceId, secret: ServiceSecret) => ({ table: 'services', row: `${id}/${secret}` });

export const sealServiceSecret = ({ sealing }: Sealed, id: ServiceId, secret: ServiceSecret, text: string): string =>
  sealing.seal(placeOf(id, secret), text);

/** Throws if it was sealed with another SECRET_KEY, and for the secrets of a deleted service. */
export const openServiceSecret = ({ sealing }: Sealed, id: ServiceId, secret: ServiceSecret, sealed: string | null): string => {
  if (sealed === null) throw new Error('This service has no such secret.');
  return sealing.open(placeOf(id, secret), sealed);
};

/** Letters and digits that are not mistaken for each other, so that a password survives shells, URLs and dictation. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 24;

/** About 139 bits. */
export const newServicePassword = (): string => Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
