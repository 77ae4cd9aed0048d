import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '..');

/** Rule, importing file, import; a fourth field replaces the written statement. */
const violations: readonly (readonly [rule: string, file: string, target: string, statement?: string])[] = [
  ['layer-domain', 'packages/domain/src/accounts/a.ts', '@notafter/db'],
  ['layer-features', 'packages/features/src/certificates/probe.ts', '@notafter/tls'],
  ['layer-features', 'packages/features/src/certificates/settings.ts', '@notafter/config'],
  ['layer-tls', 'packages/tls/src/a.ts', '@notafter/features'],
  ['layer-channels', 'packages/channels/src/a.ts', '@notafter/mail'],
  ['layer-rest', 'apps/rest/src/a.ts', '@notafter/trpc'],
  ['layer-client', 'packages/client/src/a.ts', '@notafter/domain'],
  ['layer-cli', 'apps/cli/src/a.ts', '@notafter/db'],
  ['layer-cli', 'apps/cli/src/b.ts', '@notafter/features'],
  ['layer-web', 'apps/web/app/a.ts', '@notafter/features'],
  ['layer-domain-tests', 'packages/domain/src/accounts/a.test.ts', '@notafter/features'],
  ['slice-audit', 'packages/features/src/audit/a.ts', '../certificates/b.ts'],
  ['slice-certificates', 'packages/features/src/certificates/c.ts', '../discovery/b.ts'],
  ['slice-notifications', 'packages/features/src/notifications/a.ts', '../certificates/b.ts'],
  ['slice-notifications-in-domain', 'packages/domain/src/notifications/a.ts', '../environments/b.ts'],
  ['slice-team-in-domain', 'packages/domain/src/team/a.ts', '../settings/b.ts'],
  ['slice-analytics', 'packages/features/src/analytics/a.ts', '../admin/b.ts'],
  ['vendor-drizzle-orm', 'apps/rest/src/query.ts', 'drizzle-orm'],
  ['vendor-pg-boss', 'packages/features/src/certificates/queue.ts', 'pg-boss'],
  ['vendor-trpc-server', 'apps/rest/src/router.ts', '@trpc/server'],
  ['vendor-lucia', 'apps/server/src/session.ts', 'lucia'],
  ['vendor-pino', 'packages/features/src/certificates/log.ts', 'pino'],
  ['front-doors-only', 'packages/features/src/certificates/inside.ts', '../../../db/src/index.ts'],
  ['internal-of-its-slice', 'packages/features/src/discovery/a.ts', '../certificates/list/internal/paging.ts'],
  ['web-takes-types-of-trpc', 'apps/web/app/router.ts', '@notafter/trpc'],
  ['web-without-zod', 'apps/web/app/form.ts', '@notafter/domain/inputs'],
  ['domain-zod-in-inputs', 'packages/domain/src/accounts/z.ts', 'zod'],
  ['domain-front-door-without-zod', 'packages/domain/src/index.ts', './accounts/accounts.input.ts'],
  ['domain-is-pure', 'packages/domain/src/accounts/io.ts', 'node:fs'],
  ['no-test-code-in-the-product', 'apps/server/src/factory.ts', '@notafter/testing'],
  ['no-test-code-in-the-product', 'packages/features/src/certificates/database.ts', '@notafter/db/testing'],
  ['nobody-imports-the-server', 'packages/db/src/up.ts', '@notafter/server'],
  ['no-cycles', 'packages/db/src/chicken.ts', './egg.ts'],
  ['resolvable', 'packages/db/src/lost.ts', '@notafter/nowhere'],
  ['resolvable', 'packages/net/src/lost.ts', './not-there.ts'],
];

/** Similar imports that are allowed. */
const allowed: typeof violations = [
  ['', 'packages/features/src/certificates/d.ts', '@notafter/db'],
  ['', 'packages/features/src/certificates/e.ts', '../audit/b.ts'],
  ['', 'packages/features/src/certificates/history/g.ts', '../list/internal/paging.ts'],
  ['', 'packages/features/src/certificates/e.test.ts', '@notafter/testing'],
  ['', 'packages/features/src/certificates/f.test.ts', '@notafter/db/testing'],
  ['', 'packages/channels/src/a.test.ts', '@notafter/mail'],
  ['', 'packages/jobs/src/boss.ts', 'pg-boss'],
  ['', 'packages/domain/src/accounts/accounts.input.ts', 'zod'],
  ['', 'apps/web/app/types.ts', '@notafter/trpc', "import type { x } from '@notafter/trpc';\nexport type Y = typeof x;"],
  ['', 'apps/server/src/main.ts', '@notafter/features'],
  ['', 'apps/server/src/dev.ts', '@notafter/tls/testing'],
];

const reportSchema = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })) }),
});

let project: string;
let found: { rule: string; from: string }[] = [];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

function install(name: string, target: string): void {
  const link = join(project, 'node_modules', name);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), join(project, target)), link);
}

function plantProject(): void {
  write('tsconfig.json', '{ "compilerOptions": { "module": "NodeNext", "allowImportingTsExtensions": true, "noEmit": true } }');
  const packages = ['domain', 'config', 'db', 'jobs', 'auth', 'features', 'trpc', 'net', 'tls', 'mail', 'testing'];
  const folders = [...packages.map((name) => `packages/${name}`), 'apps/server', 'apps/rest'];
  for (const folder of folders) {
    const name = `@notafter/${folder.split('/')[1]}`;
    const exports = { '.': './src/index.ts', './testing': './src/testing/index.ts', './inputs': './src/inputs.ts' };
    write(`${folder}/package.json`, JSON.stringify({ name, type: 'module', exports }));
    for (const door of ['index', 'inputs', 'testing/index']) write(`${folder}/src/${door}.ts`, 'export const x = 1;\n');
    install(name, folder);
  }
  for (const vendor of ['drizzle-orm', 'pg-boss', '@trpc/server', 'lucia', 'pino', 'zod']) {
    write(`node_modules/${vendor}/package.json`, JSON.stringify({ name: vendor, main: 'index.js' }));
    write(`node_modules/${vendor}/index.js`, 'exports.x = 1;\n');
  }
  for (const slice of ['audit', 'certificates', 'discovery', 'admin'])
    write(`packages/features/src/${slice}/b.ts`, 'export const x = 1;\n');
  write('packages/features/src/certificates/list/internal/paging.ts', 'export const x = 1;\n');
  write('packages/domain/src/settings/b.ts', 'export const x = 1;\n');
  write('packages/domain/src/environments/b.ts', 'export const x = 1;\n');
  write('packages/db/src/egg.ts', "import { x } from './chicken.ts';\nexport { x };\n");
  for (const [, file, target, statement] of [...violations, ...allowed]) {
    write(file, `${statement ?? `import { x } from '${target}';\nexport { x };`}\n`);
  }
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'notafter-boundaries-'));
  plantProject();
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cruise, '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', 'packages', 'apps'],
    { cwd: project, maxBuffer: 50_000_000 },
  );
  found = reportSchema.parse(JSON.parse(stdout)).summary.violations.map(({ from, rule }) => ({ rule: rule.name, from }));
}, 300_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe('the import rules', () => {
  it.each(violations)('%s catches %s importing %s', (rule, file) => {
    expect(found).toContainEqual({ rule, from: file });
  });

  it.each(allowed)('%s let %s import %s', (_, file) => {
    expect(found.filter(({ from }) => from === file)).toEqual([]);
  });
});
