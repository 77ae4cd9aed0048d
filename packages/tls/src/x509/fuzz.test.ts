import { expect, it } from 'vitest';
import { certificateTargets, seedCertificates } from '../testing/fuzz/certificate-targets.ts';
import { runFuzz } from '../testing/fuzz/run-fuzz.ts';

const RUNS = 10_000;
const targets = certificateTargets();

it('starts from 200 certificates', () => {
  expect(new Set(seedCertificates().map((seed) => seed.toString('hex'))).size).toBe(200);
});

it.each(targets)(`$name: ${RUNS} changed inputs throw nothing, are fast and do not leak`, async (target) => {
  const { taken } = await runFuzz(target, RUNS);
  // Only meaningful if many inputs got past the first bytes.
  if (target.name === 'certificate' || target.name === 'crl') expect(taken).toBeGreaterThan(RUNS / 10);
});
