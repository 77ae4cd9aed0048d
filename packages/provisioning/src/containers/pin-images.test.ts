import { expect, it } from 'vitest';
import { defaultImages, parseImages } from './images.ts';
import { pinImages } from './pin-images.ts';

const digest = `sha256:${'ab'.repeat(32)}`;

/** A registry that wants a token of its realm for each repository, as Docker Hub does. */
const registry = (asked: string[]): typeof globalThis.fetch => {
  const answers = async (input: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    const headers = new Headers(init?.headers);
    asked.push(`${init?.method ?? 'GET'} ${url.host}${url.pathname}${url.search}`);
    if (url.host === 'auth.example') return Response.json({ token: `token for ${url.searchParams.get('scope')}` });
    const [, repository = ''] = /^\/v2\/(.+)\/manifests\/[^/]+$/.exec(url.pathname) ?? [];
    const scope = `repository:${repository}:pull`;
    if (headers.get('authorization') !== `Bearer token for ${scope}`) {
      const challenge = `Bearer realm="https://auth.example/token",service="registry.example",scope="${scope}"`;
      return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
    }
    if (!headers.get('accept')?.includes('application/vnd.oci.image.index.v1+json')) return new Response(null, { status: 404 });
    return new Response(null, { status: 200, headers: { 'docker-content-digest': digest } });
  };
  return answers;
};

it('gives each image of the table the digest that its registry has, in a table that the server reads', async () => {
  const asked: string[] = [];
  const pinned = await pinImages(defaultImages, registry(asked));
  expect(pinned.postgres).toEqual({ ...defaultImages.postgres, image: `docker.io/library/postgres@${digest}` });
  expect(Object.keys(pinned)).toHaveLength(Object.keys(defaultImages).length);
  expect(parseImages(JSON.stringify(pinned))).toEqual(pinned);
  expect(asked.filter((call) => call.includes('grafana'))).toEqual([
    'HEAD registry-1.docker.io/v2/grafana/grafana/manifests/13.2.3',
    `GET auth.example/token?service=registry.example&scope=${encodeURIComponent('repository:grafana/grafana:pull')}`,
    'HEAD registry-1.docker.io/v2/grafana/grafana/manifests/13.2.3',
  ]);
});

it('leaves an image with a digest alone, and says which one a registry does not have', async () => {
  const images = { postgres: { image: `registry.example:5000/pg@${digest}`, version: '18', uid: 999, data: '/data' } };
  const nobody = async (): Promise<Response> => new Response(null, { status: 404 });
  expect(await pinImages(images, nobody)).toEqual(images);
  const tagged = { postgres: { ...images.postgres, image: 'registry.example:5000/pg:18' } };
  await expect(pinImages(tagged, nobody)).rejects.toThrow(
    'registry.example:5000 has no digest for registry.example:5000/pg:18: status 404.',
  );
});
