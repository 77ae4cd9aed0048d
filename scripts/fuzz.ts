// pnpm fuzz [target ...] [--runs N] [--seed N]: mutated inputs for every parser of untrusted bytes.
import { parseArgs } from 'node:util';
import { keystoreTargets } from '../packages/keystores/src/testing/fuzz-targets.ts';
import { certificateTargets } from '../packages/tls/src/testing/fuzz/certificate-targets.ts';
import { handshakeTargets } from '../packages/tls/src/testing/fuzz/handshake-targets.ts';
import { FuzzFailure, runFuzz } from '../packages/tls/src/testing/fuzz/run-fuzz.ts';
import { transparencyTargets } from '../packages/transparency/src/testing/fuzz-targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: String(process.pid) } },
});
const runs = Number(values.runs);
const seed = Number(values.seed);
const targets = [...certificateTargets(), ...handshakeTargets(), ...keystoreTargets(), ...transparencyTargets()].filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);

// Rejected inputs throw millions of errors, whose traces are not used.
Error.stackTraceLimit = 0;
console.log(`${runs} runs each, seed ${seed}`);
try {
  for (const target of targets) {
    const { taken, slowestMs, grownBytes, cpuMicrosecondsEach } = await runFuzz(target, runs, seed);
    const share = ((100 * taken) / runs).toFixed(1);
    const grown = (grownBytes / 1e6).toFixed(1);
    console.log(
      `${target.name}: ${share} % taken, slowest ${slowestMs.toFixed(1)} ms, heap ${grown} MB, ${cpuMicrosecondsEach.toFixed(1)} us each`,
    );
  }
} catch (error) {
  if (!(error instanceof FuzzFailure)) throw error;
  console.error(error.message);
  console.error('Fix: make the parser handle these bytes, and add them as a test next to it.');
  process.exitCode = 1;
}
