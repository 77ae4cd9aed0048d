/** A failure that a person can fix: the fault and the fix. */
export class BootstrapError extends Error {
  constructor(message, fix, output = '') {
    super(message);
    this.fix = fix;
    this.output = output;
  }
}

export function explain(error) {
  if (!(error instanceof BootstrapError)) {
    console.error(error);
    return;
  }
  const lastLines = error.output.trim().split('\n').slice(-20).join('\n');
  console.error(`\n${lastLines ? `${lastLines}\n\n` : ''}✗ ${error.message}\n  Fix: ${error.fix}`);
}

/** Shows a step and its duration; on a terminal, the line counts the seconds. */
export async function step(title, work) {
  const startedAt = Date.now();
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(1);
  const terminal = process.stdout.isTTY;
  const draw = () => process.stdout.write(`\r\u001b[K· ${title} … ${seconds()} s`);
  const ticker = terminal ? setInterval(draw, 200) : undefined;
  if (!terminal) console.log(`· ${title} …`);
  try {
    const result = await work();
    if (terminal) process.stdout.write('\r\u001b[K');
    console.log(`✓ ${title} (${seconds()} s)`);
    return result;
  } catch (error) {
    if (terminal) process.stdout.write('\r\u001b[K');
    throw error;
  } finally {
    clearInterval(ticker);
  }
}

const causes = [
  [/ENOSPC|EDQUOT/, 'The disk is full: the tools and packages need about 1.5 GB. Free some space and run the command again.'],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED|DEPTH_ZERO/,
    'The package registry answered with a certificate this machine does not trust: behind a company proxy, set `npm config set cafile <file.pem>`.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|network request|fetch failed/i,
    'The package registry is unreachable. The first run needs a network; later ones do not. Behind a proxy, set `npm config set https-proxy <url>`.',
  ],
  [
    /\bE40[13]\b|ERR_PNPM_FETCH_40[13]/,
    'The package registry refused the request: check the registry and its credentials with `npm config list`.',
  ],
  [
    /\bE404\b|ETARGET|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION/,
    'The registry in use lacks a package: see `npm config get registry`, or wait until its mirror has caught up.',
  ],
  [/ERR_PNPM_OUTDATED_LOCKFILE/, 'A package.json changed without the lockfile: run `npm run pnpm -- install` and commit pnpm-lock.yaml.'],
  [/EACCES|EPERM|EROFS/, 'A file is not writable: run as the owner of this folder, in a writable folder.'],
];

/** Returns the fix for a failed npm or pnpm run, from its output. */
export function fixFor(output) {
  return (
    causes.find(([pattern]) => pattern.test(output))?.[1] ??
    'Read the lines above; removing node_modules and .tools and running the command again starts afresh.'
  );
}
