import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { processorMsOf } from '../processor-time.ts';
import { bundled } from './bundle.ts';
import { run, versionOf } from './child.ts';

/** The farm and its connection details. */
export interface Ground {
  readonly port: number;
  readonly caFile: string;
  readonly names: readonly string[];
  /** A folder for this run's files. */
  readonly folder: string;
}

export interface Cost {
  readonly checks: number;
  readonly cpuMs: number;
  /** Differences from a full check of every name with process start; empty if none. */
  readonly note: string;
}

export interface Tool {
  readonly name: string;
  /** Null if it is not installed. */
  readonly version: string | null;
  measure(ground: Ground): Promise<Cost>;
}

const CONCURRENCY = '32';
const counts = z.object({ valid: z.number(), invalid: z.number() });
const ownCounts = counts.extend({ startCpuMs: z.number(), passCpuMs: z.array(z.number()) });

const fileOf = (name: string): string => new URL(name, import.meta.url).pathname;
const inputOf = ({ names }: Ground): string => names.join('\n');

const allValid = <Counts extends z.infer<typeof counts>>(tool: string, said: Counts, expected: number): Counts => {
  if (said.valid !== expected || said.invalid !== 0) throw new Error(`${tool}: ${said.valid} valid and ${said.invalid} invalid.`);
  return said;
};

/** A first run, which does not count, compiles the code and fills the compile cache, as `./notafter` does. */
const compiled = ({ folder }: Ground): { readonly env: Readonly<Record<string, string>> } => ({
  env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
});

const bundles = new Map<string, string>();

/** One file, like the published command line. */
const ownProgram = ({ folder }: Ground): string => {
  const program = bundles.get(folder) ?? bundled(fileOf('check-own.ts'), folder);
  bundles.set(folder, program);
  return program;
};

/** Runs Node like `./notafter`. */
const nodeFlags = readFileSync(new URL('../../apps/cli/node-flags', import.meta.url), 'utf8')
  .trim()
  .split(' ');

const runOwn = (ground: Ground, passes: number) => {
  const { port, caFile, names } = ground;
  const done = run(process.execPath, [...nodeFlags, ownProgram(ground), String(port), caFile, CONCURRENCY, String(passes)], {
    input: inputOf(ground),
    ...compiled(ground),
  });
  return { ...done, said: allValid('Notafter', ownCounts.parse(JSON.parse(done.output)), names.length * passes) };
};

const ownVersion = `Node ${process.versions.node}`;

const own: Tool = {
  name: 'Notafter, cold',
  version: ownVersion,
  async measure(ground) {
    runOwn({ ...ground, names: ground.names.slice(0, 100) }, 1);
    return { checks: ground.names.length, cpuMs: runOwn(ground, 1).cpuMs, note: '' };
  },
};

const ownKnown: Tool = {
  name: 'Notafter, known leaves',
  version: ownVersion,
  async measure(ground) {
    const { startCpuMs, passCpuMs } = runOwn(ground, 2).said;
    return { checks: ground.names.length, cpuMs: startCpuMs + (passCpuMs[1] ?? Number.NaN), note: 'process start and second pass' };
  },
};

const goVersion = versionOf('go', 'version');

const go: Tool = {
  name: 'Go crypto/tls checker',
  version: goVersion,
  async measure(ground) {
    const binary = join(ground.folder, 'go-checker');
    run('go', ['build', '-o', binary, fileOf('../go-checker/main.go')], { env: { GO111MODULE: 'off', GOFLAGS: '' } });
    const args = [`127.0.0.1:${ground.port}`, ground.caFile, CONCURRENCY];
    // It uses the least CPU on one core.
    const done = run(binary, args, { input: inputOf(ground), env: { GOMAXPROCS: '1' } });
    allValid('Go', counts.parse(JSON.parse(done.output)), ground.names.length);
    return { checks: ground.names.length, cpuMs: done.cpuMs, note: '' };
  },
};

const node: Tool = {
  name: 'tls.connect',
  version: ownVersion,
  async measure(ground) {
    const done = run(process.execPath, [fileOf('check-node.ts'), String(ground.port), ground.caFile, CONCURRENCY], {
      input: inputOf(ground),
      ...compiled(ground),
    });
    allValid('tls.connect', counts.parse(JSON.parse(done.output)), ground.names.length);
    return { checks: ground.names.length, cpuMs: done.cpuMs, note: 'its own verification' };
  },
};

const SECONDS = 4;

const sTime: Tool = {
  name: 'openssl s_time',
  version: versionOf('openssl', 'version'),
  async measure({ port, caFile }) {
    const done = run('openssl', [
      's_time',
      '-connect',
      `127.0.0.1:${port}`,
      '-new',
      '-verify',
      '3',
      '-CAfile',
      caFile,
      '-time',
      String(SECONDS),
    ]);
    const checks = Number(/^(\d+) connections in/m.exec(done.output)?.[1] ?? Number.NaN);
    return { checks, cpuMs: done.cpuMs, note: 'one certificate, no name' };
  },
};

/** Its HTTP API, one request per check; `server_name` is part of the configuration, so each name needs a module. */
const blackbox: Tool = {
  name: 'blackbox_exporter, tcp + TLS',
  version: versionOf('prometheus-blackbox-exporter', '--version'),
  async measure({ port, caFile, names, folder }) {
    const file = join(folder, 'blackbox.yml');
    const modules = names.map((name, n) => {
      const tls = `tls_config: {ca_file: ${caFile}, server_name: ${name}}`;
      return `  m${n}: {prober: tcp, timeout: 5s, tcp: {tls: true, ${tls}}}`;
    });
    await writeFile(file, `modules:\n${modules.join('\n')}\n`);
    // Below the ports of the farm's connections.
    const listen = 20_000 + (process.pid % 12_000);
    const child = spawn('prometheus-blackbox-exporter', [`--config.file=${file}`, `--web.listen-address=127.0.0.1:${listen}`], {
      stdio: 'ignore',
      env: { ...process.env, GOMAXPROCS: '1' },
    });
    const ended = once(child, 'exit');
    const url = (path: string): string => `http://127.0.0.1:${listen}${path}`;
    for (let tries = 0; tries < 200; tries += 1) {
      if (
        await fetch(url('/-/healthy')).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    let next = 0;
    let valid = 0;
    const work = async (): Promise<void> => {
      for (let n = next++; n < names.length; n = next++) {
        const answer = await fetch(url(`/probe?module=m${n}&target=127.0.0.1:${port}`)).then((response) => response.text());
        if (answer.includes('\nprobe_success 1')) valid += 1;
      }
    };
    await Promise.all(Array.from({ length: Number(CONCURRENCY) }, work));
    const cpuMs = processorMsOf(child.pid ?? 0);
    child.kill();
    await ended;
    if (valid !== names.length) throw new Error(`blackbox_exporter: ${valid} of ${names.length} valid.`);
    return { checks: names.length, cpuMs, note: 'a module for each name' };
  },
};

export const ownTools = { cold: own, known: ownKnown } as const;
export const otherTools = { go, blackbox, node, sTime } as const;
