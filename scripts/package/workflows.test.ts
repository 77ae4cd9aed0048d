import { existsSync, globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

// GitHub's parser imports its schemas without the attribute that Node needs for JSON.
const hooks = registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');
hooks.deregister();

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const actions = globSync('.github/actions/*/action.yml', { cwd: root });
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

/** Returns what GitHub's parser refuses: syntax, unknown keys, wrong expressions, and jobs that nobody defines. */
const problemsOf = async (content: string): Promise<readonly string[]> => {
  const { context, value } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  const converted = value === undefined ? [] : (await convertWorkflowTemplate(context, value)).errors;
  return [...context.errors.getErrors().map(({ message }) => message), ...(converted ?? []).map(({ Message }) => Message)];
};

const step = z.object({ uses: z.string().optional(), run: z.string().optional() });
const steps = z.array(step).default([]);
const job = step.extend({ steps });
const workflow = z.object({ jobs: z.record(z.string(), job) });
const action = z.object({ runs: z.object({ steps }) });
const all = [
  ...workflows.flatMap((file) => Object.values(workflow.parse(parse(read(file))).jobs).flatMap((one) => [one, ...one.steps])),
  ...actions.flatMap((file) => action.parse(parse(read(file))).runs.steps),
];
const used = all.flatMap(({ uses }) => uses ?? []);
const scriptText = all.flatMap(({ run }) => run ?? []).join('\n');

describe('workflows and actions of GitHub', () => {
  it.each(workflows)('%s has no problem', async (file) => expect(await problemsOf(read(file))).toEqual([]));

  it.each(actions)('%s has no problem', (file) => {
    const { context } = parseAction({ name: file, content: read(file) }, new NoOperationTraceWriter());
    expect(context.errors.getErrors()).toEqual([]);
  });

  it.each([
    ['a misspelled key', 'runs-on:', 'run-on:', /run-on/],
    ['a job that is not there', 'needs: build', 'needs: builds', /builds/],
    ['an open expression', 'inputs.version }}', 'inputs.version', /expression/],
    ['an unknown context', 'github.actor', 'gitlab.actor', /gitlab/],
  ])('have a problem with %s', async (_, present, broken, message) => {
    const text = read('.github/workflows/release.yml');
    expect(text).toContain(present);
    expect((await problemsOf(text.replace(present, broken))).join('\n')).toMatch(message);
  });

  it("use GitHub's own actions at a major version, and files that are there", () => {
    expect(used.length).toBeGreaterThan(5);
    const local = used.filter((name) => name.startsWith('./'));
    expect(local.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    expect(used.filter((name) => !local.includes(name) && !/^actions\/[a-z-]+@v\d+$/.test(name))).toEqual([]);
  });

  it('run scripts of package.json, and files that are there', () => {
    const named = [...scriptText.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named).toEqual(expect.arrayContaining(['build', 'package', 'cli:executable']));
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const files = [...scriptText.matchAll(/(?<=^|\s)(?:\.ci|ops|scripts|docs)\/[\w./-]+/g)].map(([file]) => file);
    expect(files).toContain('.ci/run');
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('take no input of a person, and no secret, into the text of a script', () => {
    expect([...scriptText.matchAll(/\$\{\{[^}]*\}\}/g)].map(([expression]) => expression)).toEqual([]);
  });
});

describe('a release', () => {
  const { permissions, jobs } = parse(read('.github/workflows/release.yml'));

  it('is tested first, and signed with the identity of its workflow, and no other job may more than read', () => {
    expect(permissions).toEqual({ contents: 'read' });
    expect(jobs.test).toMatchObject({ uses: './.github/workflows/ci.yml' });
    expect([jobs.build.needs, jobs.release.needs]).toEqual(['test', 'build']);
    for (const { permissions: own } of [jobs.build, jobs.release])
      expect(own).toMatchObject({ 'id-token': 'write', attestations: 'write' });
    expect(jobs.build.permissions.contents).toBe('read');
    expect(read('.github/workflows/release.yml')).not.toContain('secrets.');
  });

  it('publishes every package on npm with a signed origin', () => {
    const text = jobs.release.steps.map(({ run = '' }) => run).join('\n');
    expect(text).toContain('for name in cli collector client; do');
    expect(text).toContain('npm publish "./dist/notafter-$name-$VERSION.tgz" --provenance --access public');
    expect(text).toContain('npm run package -- npm --repository "$GITHUB_SERVER_URL/$GITHUB_REPOSITORY"');
  });

  it('publishes the image of the collector by the name that people paste', () => {
    const { env } = parse(read('.github/workflows/release.yml'));
    const name = env.COLLECTOR_IMAGE.replace(/\$\{\{ github\.repository_owner \}\}/, 'notafter');
    expect(read('apps/web/app/features/collectors/enroll-commands.ts')).toContain(` ${name}\``);
    expect(read('docs/collector.md')).toContain(` ${name} enroll nac_`);
  });
});
