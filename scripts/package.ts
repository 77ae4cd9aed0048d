// `pnpm package deb|image|collector-image|collector|npm|kubernetes`: what people install. Prints paths and tags.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDeb } from './package/build-deb.ts';
import { buildBase, buildImage } from './package/build-image.ts';
import { kubernetesManifests } from './package/kubernetes.ts';
import { collectorManifests } from './package/kubernetes-collector.ts';
import { npmPackages, packNpm } from './package/pack-npm.ts';
import { packCollector, stageCollector } from './package/stage-collector.ts';
import { productVersion, stageProduct } from './package/stage-product.ts';

const usage = `Usage: npm run package -- NAME... [--out FOLDER] [--repository URL]

  deb              the Debian package in FOLDER (default: dist)
  image            the container image notafter:<version>
  collector-image  the container image notafter-collector:<version>
  collector        the collector with its own Node as an archive in FOLDER
  npm              the files for npm in FOLDER; their manifests name the repository at URL
  kubernetes       ops/kubernetes/notafter.yaml and collector.yaml

deb and image need npm run build before. Images need root, debootstrap and Docker; those of one call share their base.`;

const options = { out: { type: 'string', default: 'dist' }, repository: { type: 'string' } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const out = resolve(values.out);
const manifests = resolve(import.meta.dirname, '../ops/kubernetes');

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
};

const staged = (name: string, write: (target: string) => Promise<void>) =>
  once(async (): Promise<string> => {
    const target = join(out, name);
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await write(target);
    return target;
  });

const product = staged('product', stageProduct);
const collector = staged('collector', stageCollector);
const base = once(() => buildBase(out));

const makers = new Map<string, () => Promise<string>>([
  ['deb', async () => buildDeb(await product(), out)],
  [
    'image',
    async () =>
      buildImage({ product: await product(), dockerfile: 'Dockerfile', base: await base(), out, tag: `notafter:${productVersion()}` }),
  ],
  [
    'collector-image',
    async () =>
      buildImage({
        ...{ product: await collector(), dockerfile: 'collector.Dockerfile', base: await base(), out },
        tag: `notafter-collector:${productVersion()}`,
      }),
  ],
  ['collector', async () => packCollector(await collector(), out)],
  [
    'npm',
    async () => {
      const paths: string[] = [];
      for (const folder of npmPackages) paths.push(await packNpm(folder, out, values.repository));
      return paths.join('\n');
    },
  ],
  [
    'kubernetes',
    async () => {
      await writeFile(join(manifests, 'notafter.yaml'), kubernetesManifests());
      await writeFile(join(manifests, 'collector.yaml'), collectorManifests());
      return manifests;
    },
  ],
]);

const wanted = positionals.flatMap((name) => makers.get(name) ?? []);
if (wanted.length === 0 || wanted.length < positionals.length) {
  console.error(usage);
  process.exitCode = 3;
} else for (const make of wanted) console.log(await make());
