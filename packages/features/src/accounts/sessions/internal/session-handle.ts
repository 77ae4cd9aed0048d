import { createHash } from 'node:crypto';

/**
 * What a person's list calls a session. The row's id is the key by which sessions are found, so it stays on the server; this
 * says which row is meant and finds none.
 */
export const sessionHandleOf = (sessionId: string): string => createHash('sha256').update(`session-handle\0${sessionId}`).digest('hex');
