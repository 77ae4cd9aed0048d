// Brings a machine that has only Node 20+ and npm to a running program. Plain JavaScript on Node's own modules,
// because it runs before anything is installed. Usage: node scripts/bootstrap.mjs start|test|build|exec <command...>
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap/places.mjs';
import { buildWeb, installPackages } from './bootstrap/prepare.mjs';
import { runSupervised, runToEnd } from './bootstrap/run.mjs';
import { BootstrapError, explain } from './bootstrap/say.mjs';
import { prepareToolchain } from './bootstrap/toolchain.mjs';

// By default, V8 sizes its heap by the machine and collects late: 455 MB resident after 1,000 page loads, 225 MB with these two
// flags. Live data is some 60 MB, far below the limit.
const serverFlags = JSON.parse(readFileSync(new URL('bootstrap/server-flags.json', import.meta.url), 'utf8'));

const usage = `Usage:
  npm start                  build what changed and run the program
  npm test                   run every test
  npm run pnpm -- <args>     any pnpm command with the project's own Node and pnpm, e.g. npm run pnpm -- dev`;

async function main([command, ...args]) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new BootstrapError(
      `Node ${process.versions.node} is too old.`,
      'Install Node 20 or newer from https://nodejs.org and run the command again.',
    );
  }
  const packageJson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (command === undefined || (command === 'exec' && args.length === 0)) throw new BootstrapError('No command given.', usage);

  const tools = await prepareToolchain(packageJson);
  // An explicit install runs as requested: a frozen one first would reject a changed package.json.
  const asksForPnpm = command === 'exec' && args[0] === 'pnpm' && args.length > 1 && /^(install|i|add|remove|update|up)$/.test(args[1]);
  if (!asksForPnpm) await installPackages(tools);

  switch (command) {
    case 'start':
      await buildWeb(tools);
      return runSupervised(tools, [...serverFlags, 'apps/server/src/main.ts', ...args]);
    case 'test':
      await buildWeb(tools);
      await runToEnd(tools, 'node', ['scripts/ensure-chromium.ts']);
      return runToEnd(tools, 'node', ['node_modules/vitest/vitest.mjs', 'run', ...args]);
    case 'build':
      return buildWeb(tools, args);
    case 'exec':
      return runToEnd(tools, args[0], args.slice(1));
    default:
      if (packageJson.scripts[command] === undefined) throw new BootstrapError(`Unknown command "${command}".`, usage);
      return runToEnd(tools, 'pnpm', ['run', command, ...args]);
  }
}

try {
  process.exitCode = (await main(process.argv.slice(2))) ?? 0;
} catch (error) {
  explain(error);
  process.exitCode = 1;
}
