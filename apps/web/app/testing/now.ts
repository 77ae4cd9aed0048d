/** The present instant of every screen under test. */
export const NOW = new Date('2026-11-20T09:36:00Z');
