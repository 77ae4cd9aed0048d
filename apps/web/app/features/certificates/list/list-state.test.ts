import { brandId } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { exportHref, initialListState, isUnfiltered, listHref, parseListState, sortedBy, toListInput, withChange } from './list-state.ts';

const parse = (query: string) => parseListState(new URLSearchParams(query));

describe('the list in the address', () => {
  it('is plain where nothing was chosen', () => {
    expect(listHref(initialListState)).toBe('/certificates');
    expect(parse('')).toEqual(initialListState);
  });

  it('comes back whole from the address it was written to', () => {
    const environment = brandId<'environment'>('0198b5a0-0000-7000-8000-00000000000a');
    const narrowed = { search: 'api & co', environment, tag: 'team=web & co', protocol: 'smtp' } as const;
    const state = { ...narrowed, status: 'warning', sort: 'issuer', order: 'desc', rows: 25, cursor: 'abc' } as const;
    expect(parse(new URL(listHref(state), 'http://localhost').search)).toEqual(state);
  });

  it('shows the list all the same for an address that nobody understands', () => {
    expect(parse('status=green&environment=production&tag=+&protocol=https&sort=color&order=up&rows=7&cursor=')).toEqual(initialListState);
  });

  it('takes the legacy word healthy for valid', () => {
    expect(parse('status=healthy').status).toBe('valid');
  });

  it('never sends what the server would refuse', () => {
    const state = parse(`q=${encodeURIComponent(`  a\u0000b${'x'.repeat(300)}`)}&cursor=${'c'.repeat(1001)}`);
    expect([state.search.length, state.search.startsWith('abx'), state.cursor]).toEqual([200, true, null]);
    expect(toListInput(state)).not.toHaveProperty('cursor');
  });
});

describe('a change', () => {
  const deep = { ...initialListState, search: 'api', cursor: 'page-3' };

  it('of filter, order or page size goes back to the first page', () => {
    expect(withChange(deep, { status: 'expired' })).toEqual({ ...deep, status: 'expired', cursor: null });
    expect(withChange(deep, { rows: 50 }).cursor).toBeNull();
  });

  it('of the page keeps everything else', () => {
    expect(withChange(deep, { cursor: 'page-4' })).toEqual({ ...deep, cursor: 'page-4' });
  });

  it('of the order turns it round for the same column and starts ascending for another', () => {
    const byDomain = sortedBy(deep, 'domain');
    expect([byDomain.sort, byDomain.order]).toEqual(['domain', 'asc']);
    expect(sortedBy(byDomain, 'domain').order).toBe('desc');
    expect(sortedBy(sortedBy(byDomain, 'domain'), 'issuer').order).toBe('asc');
  });
});

it('is narrowed by a tag or a protocol as much as by a search', () => {
  const states = [{}, { tag: 'team=web' }, { protocol: 'smtp' as const }];
  expect(states.map((narrowed) => isUnfiltered({ ...initialListState, ...narrowed }))).toEqual([true, false, false]);
});

it('saves the rows that it shows, whatever page and order', () => {
  expect(exportHref({ ...initialListState, rows: 50, cursor: 'page-2' }, 'csv')).toBe('/v1/certificates/export?format=csv');
  const narrowed = { ...initialListState, search: 'a&b', status: 'expired', tag: 'team=web' } as const;
  expect(exportHref(narrowed, 'json')).toBe('/v1/certificates/export?format=json&search=a%26b&status=expired&tag=team%3Dweb');
});
