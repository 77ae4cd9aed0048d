/** Spec 1 section 2. */
export const TOAST_MS = 5000;
