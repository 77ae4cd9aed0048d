import { z } from 'zod';
import { looksLikeEmail, normalizeEmail } from './accounts/registration/email.ts';

/** A person's address as they typed it: trimmed and lower-cased, then judged. */
export const emailInput = z.string().max(1000).transform(normalizeEmail).refine(looksLikeEmail, 'Please enter a valid email address.');
