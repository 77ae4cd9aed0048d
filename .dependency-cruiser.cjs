// Who may import whom. docs/architecture.md tells the reasons; scripts/boundaries.test.ts plants a violation of each rule.

const mayImport = {
  domain: [],
  client: [],
  config: ['domain'],
  db: ['domain'],
  net: ['domain'],
  jobs: ['db', 'domain'],
  bundles: ['domain'],
  auth: ['db', 'net', 'bundles', 'domain'],
  tls: ['net', 'domain'],
  keystores: ['tls'],
  discovery: ['net', 'domain'],
  preflight: ['net', 'domain'],
  transparency: ['tls', 'net', 'domain'],
  channels: ['net', 'domain'],
  provisioning: ['net', 'domain'],
  mail: ['net', 'domain'],
  features: ['jobs', 'auth', 'bundles', 'db', 'domain'],
  trpc: ['features', 'domain'],
  rest: ['features', 'domain'],
  worker: ['features', 'jobs', 'domain'],
  testing: ['features', 'jobs', 'auth', 'bundles', 'db', 'domain'],
  'command-line': [],
  cli: ['client', 'tls', 'preflight', 'net', 'command-line', 'domain'],
  collector: ['bundles', 'keystores', 'client', 'tls', 'net', 'command-line', 'domain'],
  web: ['trpc', 'domain'],
};

// A slice may use the slices of the rows above its own, never its neighbours.
const sliceRows = [
  ['throttling', 'steps'],
  ['audit'],
  ['accounts'],
  ['settings', 'team'],
  ['billing'],
  ['notifications'],
  ['environments'],
  ['certificates'],
  ['discovery', 'transparency', 'services', 'collectors'],
  ['analytics', 'long-work'],
  ['reports'],
  ['admin'],
];

const vendors = [
  { name: 'drizzle-orm', homes: ['db', 'jobs', 'auth', 'features', 'collector'] },
  { name: '@trpc/server', homes: ['trpc'] },
  { name: 'pg-boss', homes: ['jobs'] },
  { name: 'lucia', homes: ['auth'] },
  { name: 'jose', homes: ['bundles'] },
  { name: 'better-sqlite3', homes: ['collector'] },
  { name: '@lucia-auth', homes: ['auth'] },
  { name: '@node-rs/argon2', homes: ['auth'] },
  { name: 'openid-client', homes: ['auth'] },
  { name: 'postgres', homes: ['db'] },
  { name: 'nodemailer', homes: ['mail'] },
  { name: 'pino', homes: ['server'] },
];

const apps = new Set(['web', 'rest', 'worker', 'server', 'cli', 'collector']);
const folderOf = (name) => `${apps.has(name) ? 'apps' : 'packages'}/${name}/`;
const oneOf = (names) => `^(${names.map(folderOf).join('|')})`;

// A slice may keep what its tests share in a folder of its own.
const tests = '\\.test\\.tsx?$|/src/testing/|/src/[a-z-]+/testing/';
// Tests and what they share may stand on real databases, factories and servers of their own.
const testSupport = ['testing', 'db'];
// A test of the email channel is one of the mailer that the channel is given; chains for TLSA records come from the prober, and
// the linter reads what our CA issues.
const testNeeds = { channels: ['mail'], preflight: ['tls'], provisioning: ['tls'] };
const testDoors = '^packages/[^/]+/src/testing/';

const layers = Object.entries(mayImport).flatMap(([name, allowed]) => [
  {
    name: `layer-${name}`,
    comment: `${name} may import ${allowed.join(', ') || 'no other package'}. Move the code to the layer that owns it, or take it through ctx.`,
    severity: 'error',
    from: { path: `^${folderOf(name)}`, pathNot: tests },
    to: { path: '^(packages|apps)/', pathNot: oneOf([name, ...allowed]) },
  },
  {
    name: `layer-${name}-tests`,
    comment: `Tests of ${name} may also use ${[...testSupport, ...(testNeeds[name] ?? [])].join(', ')} and the testing doors of packages.`,
    severity: 'error',
    from: { path: `^${folderOf(name)}.*(${tests})` },
    to: { path: '^(packages|apps)/', pathNot: [oneOf([name, ...allowed, ...testSupport, ...(testNeeds[name] ?? [])]), testDoors] },
  },
]);

// Checks call for alerts, so features may not turn round; what an alert says is about certificates, and the domain knows both.
const alsoInDomain = { notifications: ['certificates'] };

const slices = sliceRows.flatMap((row, index) =>
  row.flatMap((slice) => {
    const below = [slice, ...sliceRows.slice(0, index).flat()];
    return [
      { layer: 'features', allowed: below },
      { layer: 'domain', allowed: [...below, ...(alsoInDomain[slice] ?? [])] },
    ].map(({ layer, allowed }) => {
      const others = sliceRows.flat().filter((other) => !allowed.includes(other));
      return {
        name: layer === 'features' ? `slice-${slice}` : `slice-${slice}-in-${layer}`,
        comment: `${slice} may use only the slices below it: ${allowed.slice(1).join(', ') || 'none'}.`,
        severity: 'error',
        from: { path: `^packages/${layer}/src/${slice}/`, pathNot: tests },
        to: { path: `^packages/${layer}/src/(${others.join('|') || '(?!)'})/` },
      };
    });
  }),
);

const vendorHomes = vendors.map(({ name, homes }) => ({
  name: `vendor-${name.replace(/[@/]/g, '-').replace(/^-/, '')}`,
  comment: `${name} is used in ${homes.join(', ')} only, so that it can be replaced in one place.`,
  severity: 'error',
  from: { path: '^(packages|apps)/', pathNot: [oneOf(homes), '^packages/testing/', tests] },
  to: { path: `(^|/)node_modules/${name}(/|$)`, dependencyTypesNot: ['type-only'] },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...slices,
    ...vendorHomes,
    {
      name: 'front-doors-only',
      comment: 'Another package is imported by its name (@notafter/<folder>), never by a relative path into it.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/' },
      to: { path: '^(packages|apps)/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    },
    {
      name: 'internal-of-its-slice',
      comment: 'What lies in internal/ belongs to its slice. Move what another slice needs out of internal/, next to the use cases.',
      severity: 'error',
      from: { path: '^packages/features/src/([^/]+)/' },
      to: { path: '^packages/features/src/.*/internal/', pathNot: '^packages/features/src/$1/' },
    },
    {
      name: 'web-takes-types-of-trpc',
      comment: 'The screens know the router by its type: write `import type`. A value would put the server into the browser.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: tests },
      to: { path: '^packages/trpc/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-without-zod',
      comment: 'zod and the input schemas stay out of the browser: import their types only.',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: tests },
      to: { path: ['(^|/)node_modules/zod/', '^packages/domain/src/inputs\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-zod-in-inputs',
      comment: 'In domain zod stands in *.input.ts only, behind the export `@notafter/domain/inputs`.',
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: ['\\.input\\.ts$', tests] },
      to: { path: '(^|/)node_modules/zod/' },
    },
    {
      name: 'domain-front-door-without-zod',
      comment: 'The front door of domain reaches the browser: it must not reach an input schema.',
      severity: 'error',
      from: { path: '^packages/domain/src/index\\.ts$' },
      to: { path: '\\.input\\.ts$', reachable: true },
    },
    {
      name: 'domain-is-pure',
      comment: "domain runs in the browser and does no I/O: none of Node's modules.",
      severity: 'error',
      from: { path: '^packages/domain/src/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-test-code-in-the-product',
      comment: 'Only tests, the development server, seeds, benchmarks and scripts may use test support.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: [tests, '^packages/testing/', '^apps/server/src/(dev|seed)'] },
      to: { path: ['^packages/testing/', testDoors, '\\.test\\.tsx?$'] },
    },
    {
      name: 'nobody-imports-the-server',
      comment: 'apps/server is the composition root: it wires, nothing uses it.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other hide a third: move what both need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that does not resolve passes every other rule in silence. Is the package listed in the importing package.json?',
      severity: 'error',
      // The build of the screens exists after `npm run build` only.
      from: {},
      to: { couldNotResolve: true, pathNot: '^@notafter/web/build$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist)/|^packages/db/migrations/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
