import { describe, expect, it } from 'vitest';
import { assembleContents } from './assemble-contents.ts';
import { digestOf, type Found, sha256Of } from './watched-item.ts';

const about = { version: '1', host: 'h', intervalSeconds: 60, mode: 'offline', networks: [], ports: [] } as const;

const endpoint = (name: string, ...ders: Buffer[]): Found => ({
  kind: 'endpoint',
  finding: { target: name, at: '2026-01-01T00:00:00Z', seen: [{ address: '10.0.0.1', reason: 'refused', detail: name }] },
  digest: digestOf(name),
  certificates: new Map(ders.map((der) => [sha256Of(der), der])),
});
const file = (path: string, ...ders: Buffer[]): Found => ({
  kind: 'file',
  finding: { path, at: '2026-01-01T00:00:00Z', format: 'pem', problem: null, certificates: [] },
  digest: digestOf(path),
  certificates: new Map(ders.map((der) => [sha256Of(der), der])),
});
const der = (letter: string, bytes = 10): Buffer => Buffer.alloc(bytes, letter);
const entry = { alias: null, role: 'certificate', chain: ['ab'], hasKey: false } as const;
const withEntries = (path: string, count: number): Found => {
  const found = file(path);
  return found.kind === 'file' ? { ...found, finding: { ...found.finding, certificates: Array(count).fill(entry) } } : found;
};
const limits = { maxFindings: 100, maxEntries: 100, maxBytes: 1e6 };
const nothing = { isKnown: () => false, sent: new Set<string>(), isComplete: false, about };

describe('the contents of bundles', () => {
  it('have one bundle for a scan that found nothing, so that silence is noticed', () => {
    expect(assembleContents({ ...nothing, found: [] }).contents).toEqual([
      { about, isComplete: false, certificates: {}, endpoints: [], files: [] },
    ]);
  });

  it('have a certificate once, however many endpoints and files have it', () => {
    const found = [endpoint('a', der('x')), endpoint('b', der('x')), file('c', der('x'), der('y'))];
    const { contents, certificates } = assembleContents({ ...nothing, found });
    expect(Object.keys(contents[0]?.certificates ?? {})).toEqual([sha256Of(der('x')), sha256Of(der('y'))]);
    expect(certificates).toEqual([sha256Of(der('x')), sha256Of(der('y'))]);
  });

  it('leave out what the server knows', () => {
    const found = [endpoint('a', der('x')), file('b', der('y')), endpoint('c', der('z'))];
    const isKnown = (each: Found): boolean => each !== found[2];
    const { contents } = assembleContents({ ...nothing, found, isKnown, sent: new Set([sha256Of(der('z'))]) });
    expect(contents).toMatchObject([
      { certificates: {}, endpoints: [{ seen: 'unchanged' }, { seen: [{}] }], files: [{ certificates: 'unchanged' }] },
    ]);
  });

  it('are split by number and by size, in order', () => {
    const found = ['a', 'b', 'c', 'd', 'e'].map((name) => endpoint(name, der(name, 1_000)));
    const byNumber = assembleContents({ ...nothing, found, limits: { ...limits, maxFindings: 2 } });
    expect(byNumber.contents.map(({ endpoints }) => endpoints.map(({ target }) => target))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    const bySize = assembleContents({ ...nothing, found, limits: { ...limits, maxBytes: 4_000 } });
    expect(bySize.contents.map(({ endpoints }) => endpoints.length)).toEqual([2, 2, 1]);
    for (const content of bySize.contents) expect(JSON.stringify(content).length).toBeLessThan(4_500);
  });

  it('are split by the entries of files', () => {
    const found = [withEntries('a', 60), withEntries('b', 40), withEntries('c', 1)];
    const { contents } = assembleContents({ ...nothing, found, limits });
    expect(contents.map(({ files }) => files.map(({ path }) => path))).toEqual([['a', 'b'], ['c']]);
  });

  it('repeat a certificate in each bundle of a complete scan, and say everything', () => {
    const found = ['a', 'b', 'c'].map((name) => endpoint(name, der('x')));
    const { contents } = assembleContents({
      ...nothing,
      found,
      isKnown: () => true,
      sent: new Set([sha256Of(der('x'))]),
      isComplete: true,
      limits: { ...limits, maxFindings: 1, maxBytes: 1e6 },
    });
    expect(contents.map(({ certificates, endpoints }) => [Object.keys(certificates).length, endpoints[0]?.seen])).toEqual([
      [1, found[0]?.kind === 'endpoint' ? found[0].finding.seen : null],
      [1, found[1]?.kind === 'endpoint' ? found[1].finding.seen : null],
      [1, found[2]?.kind === 'endpoint' ? found[2].finding.seen : null],
    ]);
  });

  it('leave out and name a finding that no bundle can hold', () => {
    const found = [endpoint('a'), endpoint('big', der('x', 10_000)), endpoint('b')];
    const { contents, tooLarge } = assembleContents({ ...nothing, found, limits: { ...limits, maxFindings: 10, maxBytes: 5_000 } });
    expect(tooLarge).toEqual(['big']);
    expect(contents.flatMap(({ endpoints }) => endpoints.map(({ target }) => target))).toEqual(['a', 'b']);
  });
});
