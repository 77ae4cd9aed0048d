export { readBundle as parsePemBundle } from './judge/trust-store.ts';
export { createDirectProbe, type Probe, type ProbeOptions } from './probe.ts';
export { type ClosableProber, createProber, type ProberOptions } from './prober.ts';
