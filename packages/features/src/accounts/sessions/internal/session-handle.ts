import { createHash } from 'node:crypto';

/**
 * Returns the name of a session in a person's list. The row's id is the lookup key of the session, so it stays on the server;
 * the handle identifies the row but finds no session.
 */
export const sessionHandleOf = (sessionId: string): string => createHash('sha256').update(`session-handle\0${sessionId}`).digest('hex');
