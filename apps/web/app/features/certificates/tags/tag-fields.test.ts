import { brandId } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { fieldsOf, rebase, tagsWith } from './tag-fields.ts';

const production = brandId<'environment'>('0198b5a0-0000-7000-8000-00000000000a');
const none = fieldsOf({ tags: {}, environmentId: null });

describe('the tags to save', () => {
  it.each([
    ['are trimmed', {}, { team: '  Platform ' }, { team: 'Platform' }],
    ['drop values of blanks alone', { team: 'Platform' }, { team: '   ' }, {}],
    ['drop emptied values', { owner: 'Ada Lovelace' }, { owner: '' }, {}],
    ['leave every further tag as it is', { cost: ' 7 ', team: 'Core' }, { team: 'Platform' }, { team: 'Platform', cost: ' 7 ' }],
  ])('%s', (_name, tags, typed, saved) => {
    expect(tagsWith(tags, { ...none, ...typed })).toEqual(saved);
  });
});

describe('a save that somebody else came before', () => {
  const base = { ...none, team: 'Core', owner: 'Ada Lovelace' };

  it('takes their changes over where I changed nothing', () => {
    const latest = { ...base, environmentId: production, source: 'cert-manager' };
    expect(rebase(base, { ...base, team: 'Platform' }, latest)).toEqual({ fields: { ...latest, team: 'Platform' }, clashes: [] });
  });

  it('keeps mine where both changed the same field, and says what theirs is', () => {
    const latest = { ...base, team: 'Payments', environmentId: production };
    const mine = { ...base, team: 'Platform' };
    expect(rebase(base, mine, latest)).toEqual({
      fields: { ...mine, environmentId: production },
      clashes: [{ field: 'team', theirs: 'Payments' }],
    });
  });

  it('is not a conflict if both did the same', () => {
    const both = { ...base, team: 'Platform' };
    expect(rebase(base, both, both)).toEqual({ fields: both, clashes: [] });
  });
});
