import { createHash } from 'node:crypto';

/** Returns the picture's name below `/avatars/`: SHA-256 (hex) of the address, as `getAvatar` looks it up. */
export const avatarHashOf = (email: string): string => createHash('sha256').update(email).digest('hex');
