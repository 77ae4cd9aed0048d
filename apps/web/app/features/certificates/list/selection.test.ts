import { brandId } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { initialListState, withChange } from './list-state.ts';
import {
  everythingMatching,
  isSelected,
  nothingSelected,
  selectedCount,
  selectedShare,
  selectionUnder,
  toggled,
  toSelectionInput,
} from './selection.ts';

const a = brandId<'certificate'>('a');
const b = brandId<'certificate'>('b');
const c = brandId<'certificate'>('c');
const warnings = withChange(initialListState, { status: 'warning', search: 'api' });

describe('ticked rows', () => {
  it('are sent by their ids', () => {
    const selection = toggled(toggled(nothingSelected(initialListState), a, [a, b]), b, [a, b]);
    expect(toSelectionInput(selection)).toEqual({ ids: [a, b] });
    expect(toSelectionInput(toggled(selection, a, [a, b]))).toEqual({ ids: [b] });
  });

  it('check the head box only if all others are checked too', () => {
    const one = toggled(nothingSelected(initialListState), a, [a, b]);
    expect([selectedShare(nothingSelected(initialListState), 2), selectedShare(one, 2), selectedShare(one, 1)]).toEqual([
      'none',
      'some',
      'all',
    ]);
  });
});

describe('select all', () => {
  it('means every row of the search and status, on whatever page, and sends the filter instead of ids', () => {
    const all = everythingMatching(warnings);
    expect(toSelectionInput(all)).toEqual({ filter: { search: 'api', status: 'warning' } });
    expect([isSelected(all, c), selectedCount(all, 48), selectedShare(all, 48)]).toEqual([true, 48, 'all']);
  });

  it('keeps the rows in sight when one of them is unticked', () => {
    expect(toSelectionInput(toggled(everythingMatching(warnings), b, [a, b, c]))).toEqual({ ids: [a, c] });
  });
});

describe('a selection', () => {
  const all = everythingMatching(warnings);

  it('ends when the search or the status changes', () => {
    expect(selectedCount(selectionUnder(all, withChange(warnings, { search: 'mail' })), 48)).toBe(0);
    expect(selectedCount(selectionUnder(all, withChange(warnings, { status: 'all' })), 48)).toBe(0);
  });

  it('outlives another page, order or page size', () => {
    expect(selectionUnder(all, withChange(warnings, { cursor: 'next', sort: 'issuer', rows: 50 }))).toBe(all);
  });
});
