import { z } from 'zod';
import { looksLikeEmail, normalizeEmail } from './accounts/registration/email.ts';

/** A typed address: trimmed and lower-cased, then validated. */
export const emailInput = z.string().max(1000).transform(normalizeEmail).refine(looksLikeEmail, 'Please enter a valid email address.');
