import { type SolutionSlug, solutionSlugs } from '@notafter/domain';
import { z } from 'zod';
import type { ServiceImage, ServiceImages } from './images.ts';

const ANSWER_TIMEOUT_MS = 30_000;
/** Every form of a manifest: without them a registry answers with the digest of an old one. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ');
const DIGEST = /^sha256:[0-9a-f]{64}$/;

interface ImageName {
  readonly host: string;
  readonly repository: string;
  readonly tag: string;
}

/** `docker.io/library/postgres:18` */
const nameOf = (image: string): ImageName => {
  const [, host = '', repository = '', tag = 'latest'] = /^([^/]+)\/(.+?)(?::([^/:]+))?$/.exec(image) ?? [];
  if (host === '' || repository === '') throw new Error(`${image} names no registry.`);
  return { host: host === 'docker.io' ? 'registry-1.docker.io' : host, repository, tag };
};

const tokenAnswer = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/** A registry that wants a token says where to get one (RFC 6750; Docker Registry v2 authentication). */
const tokenFor = async (challenge: string, fetch: typeof globalThis.fetch): Promise<string> => {
  const given = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const realm = given.get('realm');
  if (!/^Bearer /i.test(challenge) || realm === undefined || !URL.canParse(realm))
    throw new Error('The registry wants a sign-in that we do not know.');
  const url = new URL(realm);
  for (const name of ['service', 'scope']) {
    const value = given.get(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  const { token, access_token } = tokenAnswer.parse(await response.json());
  return token ?? access_token ?? '';
};

const digestOf = async (image: string, fetch: typeof globalThis.fetch): Promise<string> => {
  const { host, repository, tag } = nameOf(image);
  const ask = (authorization: Readonly<Record<string, string>>) =>
    fetch(`https://${host}/v2/${repository}/manifests/${tag}`, {
      ...{ method: 'HEAD', headers: { accept: MANIFESTS, ...authorization }, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) },
    });
  const first = await ask({});
  const challenge = first.status === 401 ? first.headers.get('www-authenticate') : null;
  const answer = challenge === null ? first : await ask({ authorization: `Bearer ${await tokenFor(challenge, fetch)}` });
  const digest = answer.headers.get('docker-content-digest') ?? '';
  if (!answer.ok || !DIGEST.test(digest)) throw new Error(`${host} has no digest for ${image}: status ${answer.status}.`);
  return digest;
};

/**
 * Returns the table with the digest of each image, as its registry has it now: machines of clouds need one. Images that have a digest stay.
 * Rejects with a registry's refusal.
 */
export const pinImages = async (images: ServiceImages, fetch: typeof globalThis.fetch = globalThis.fetch): Promise<ServiceImages> => {
  const pin = async (image: ServiceImage): Promise<ServiceImage> =>
    image.image.includes('@sha256:')
      ? image
      : { ...image, image: `${image.image.replace(/:[^/:]+$/, '')}@${await digestOf(image.image, fetch)}` };
  const pinned: Partial<Record<SolutionSlug, ServiceImage>> = {};
  for (const slug of solutionSlugs) {
    const image = images[slug];
    if (image !== undefined) pinned[slug] = await pin(image);
  }
  return pinned;
};
