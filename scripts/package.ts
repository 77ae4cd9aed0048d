// `pnpm package deb|image|npm|kubernetes`: what people install. For the first two, `npm run build` comes before. Prints paths or the tag.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildDeb } from './package/build-deb.ts';
import { buildBase, buildImage } from './package/build-image.ts';
import { kubernetesManifests } from './package/kubernetes.ts';
import { npmPackages, packNpm } from './package/pack-npm.ts';
import { productVersion, stageProduct } from './package/stage-product.ts';

const usage = `Usage: npm run package -- deb [--out FOLDER]
       npm run package -- image [--out FOLDER] [--tag NAME]
       npm run package -- npm [--out FOLDER] [--repository URL]
       npm run package -- kubernetes

deb builds the Debian package in FOLDER (default: dist). image builds the container image (default: notafter:<version>); it needs root,
debootstrap and Docker. npm writes the files for npm to FOLDER; URL is the repository in their manifests. kubernetes writes ops/kubernetes/notafter.yaml.`;

const options = {
  out: { type: 'string', default: 'dist' },
  tag: { type: 'string', default: `notafter:${productVersion()}` },
  repository: { type: 'string' },
} as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const out = resolve(values.out);
const product = join(out, 'product');
const manifests = resolve(import.meta.dirname, '../ops/kubernetes/notafter.yaml');
const [what] = positionals;

const stage = async (): Promise<void> => {
  await rm(product, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await stageProduct(product);
};

switch (what) {
  case 'deb':
    await stage();
    console.log(await buildDeb(product, out));
    break;
  case 'image':
    await stage();
    await buildImage({ product, base: await buildBase(out), out, tag: values.tag });
    console.log(values.tag);
    break;
  case 'npm':
    for (const folder of npmPackages) console.log(await packNpm(folder, out, values.repository));
    break;
  case 'kubernetes':
    await writeFile(manifests, kubernetesManifests());
    console.log(manifests);
    break;
  default:
    console.error(usage);
    process.exitCode = 3;
}
