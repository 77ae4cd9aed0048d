import { appendFileSync, globSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule, TestSuite } from 'vitest/node';

interface Totals {
  passed: number;
  failed: number;
}

/** Files that failed to load and groups whose hooks failed: their tests did not run, and do not count as failed tests. */
function brokenGroups(module: TestModule): (TestModule | TestSuite)[] {
  return [module, ...module.children.allSuites()].filter((group) => group.errors().length > 0);
}

function countTests(modules: readonly TestModule[]): Totals {
  const totals = { passed: 0, failed: 0 };
  for (const module of modules) {
    totals.failed += brokenGroups(module).length;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') totals.passed += 1;
      if (state === 'failed') totals.failed += 1;
    }
  }
  return totals;
}

/** Returns one paragraph for every failed test or file: its location and its message. */
function describeFailures(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): string[] {
  const failures = unhandledErrors.map((error) => `outside of any test\n${error.stack ?? error.message}`);
  for (const module of modules) {
    for (const group of brokenGroups(module)) {
      const name = group.type === 'suite' ? ` > ${group.fullName}` : '';
      for (const error of group.errors()) failures.push(`${module.relativeModuleId}${name}\n${error.stack ?? error.message}`);
    }
    for (const test of module.children.allTests('failed')) {
      const errors = test.result().errors ?? [];
      failures.push(`${module.relativeModuleId} > ${test.fullName}\n${errors.map((error) => error.stack ?? error.message).join('\n')}`);
    }
  }
  return failures;
}

/** Test files that this machine cannot run. */
export interface LeftOut {
  readonly files: string;
  readonly because: string;
  /** The promises that no other test proves. */
  readonly unproven: string;
}

/** A test file that stands for more than it can show here. */
export interface PartlyProven extends LeftOut {
  /** How the path of the file ends. */
  readonly files: string;
}

/**
 * Ends a run with one plain line, `N passed, N failed`, after the names of the files that this machine cannot run and what
 * the others could not show. Appends the
 * figures to TEST_TOTALS_FILE if set, so that several runs can be added up, and the failures to TEST_FAILURES_FILE if set, so that
 * they can be printed again at the end of a long log.
 */
export class TotalsReporter implements Reporter {
  readonly #leftOut: readonly LeftOut[];
  readonly #partlyProven: readonly PartlyProven[];

  constructor(leftOut: readonly LeftOut[] = [], partlyProven: readonly PartlyProven[] = []) {
    this.#leftOut = leftOut;
    this.#partlyProven = partlyProven;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const { passed, failed } = countTests(modules);
    const failures = failed + unhandledErrors.length;
    for (const { files, because, unproven } of this.#leftOut) {
      const names = globSync(files, { exclude: ['**/node_modules/**'] });
      if (names.length > 0) console.log(`LEFT OUT, NOT PROVEN HERE: ${unproven.toUpperCase()}. ${because}:\n  ${names.join('\n  ')}`);
    }
    for (const { files, because, unproven } of this.#partlyProven) {
      const isRun = modules.some(({ relativeModuleId }) => relativeModuleId.endsWith(files));
      if (isRun) console.log(`NOT PROVEN HERE: ${unproven.toUpperCase()}. ${because}.`);
    }
    console.log(`${passed} passed, ${failures} failed`);
    if (process.env.TEST_TOTALS_FILE) appendFileSync(process.env.TEST_TOTALS_FILE, `${passed} ${failures}\n`);
    if (process.env.TEST_FAILURES_FILE) {
      for (const failure of describeFailures(modules, unhandledErrors)) appendFileSync(process.env.TEST_FAILURES_FILE, `✗ ${failure}\n\n`);
    }
  }
}
