import { createHash } from 'node:crypto';

/** The picture's name below `/avatars/`: SHA-256 (hex) of the address, as `getAvatar` looks for it. */
export const avatarHashOf = (email: string): string => createHash('sha256').update(email).digest('hex');
