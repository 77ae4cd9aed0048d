export { matchesHost } from './host-match.ts';
export { createDirectProbe, type Probe, type ProbeOptions } from './probe.ts';
export { type ClosableProber, createProber, type ProberOptions } from './prober.ts';
export { parsePemBundle } from './trust-store.ts';
