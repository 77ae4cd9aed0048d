import { describe, expect, it } from 'vitest';
import { parseRunAddress, type RunAddress, runHref, toRunInput, withChange } from './run-address.ts';
import { runIdOf } from './testing/samples.ts';

const parse = (query: string): RunAddress => parseRunAddress(new URLSearchParams(query));
const run = runIdOf(1);

describe('the address of a run', () => {
  it.each<RunAddress>([
    { run: null, list: 'all', search: '', page: 1 },
    { run, list: 'all', search: '', page: 1 },
    { run, list: 'gone', search: 'a&b=%', page: 12 },
  ])('brings back what it was made of: %j', (address) => {
    expect(parse(runHref(address).split('?')[1] ?? '')).toEqual(address);
  });

  it.each(['run=1&list=some&page=0', 'run=&page=-1', 'run=%27&page=1.5', 'page=1e9', 'page=x'])('takes nothing from %j', (query) => {
    expect(parse(query)).toEqual({ run: null, list: 'all', search: '', page: 1 });
  });

  it('begins another run, and another list, with its first page', () => {
    const deep: RunAddress = { run, list: 'new', search: 'shop', page: 3 };
    expect(withChange(deep, { run: runIdOf(2) })).toEqual({ run: runIdOf(2), list: 'all', search: '', page: 1 });
    expect(withChange(deep, { list: 'gone' })).toEqual({ run, list: 'gone', search: 'shop', page: 1 });
    expect(withChange(deep, { search: 'api' })).toEqual({ run, list: 'new', search: 'api', page: 1 });
    expect(withChange(deep, { page: 4 })).toEqual({ run, list: 'new', search: 'shop', page: 4 });
  });
});

it('asks for ten rows of a page', () => {
  expect(toRunInput(run, { list: 'new', search: '', page: 3 })).toEqual({ id: run, list: 'new', offset: 20, limit: 10 });
  expect(toRunInput(run, { list: 'all', search: 'shop', page: 1 })).toMatchObject({ search: 'shop' });
});
