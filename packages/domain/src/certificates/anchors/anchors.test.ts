import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnchorSetId, brandId } from '../../ids.ts';
import { type AnchorChoice, anchorsInForce } from './anchors.ts';

const [a, b, c] = ['a', 'b', 'c'].map((letter): AnchorSetId => brandId(letter));
if (a === undefined || b === undefined || c === undefined) throw new Error('Three sets are needed.');
const nothing = { certificate: null, tags: [], organization: null };

describe('the anchors in force', () => {
  it.each([
    ['nothing was chosen', nothing, { from: null, setIds: [] }],
    ['the organization chose', { ...nothing, organization: a }, { from: 'organization', setIds: [a] }],
    ['a tag comes before the organization', { ...nothing, tags: [b], organization: a }, { from: 'tag', setIds: [b] }],
    ['two tags add up', { ...nothing, tags: [c, b, c], organization: a }, { from: 'tag', setIds: [b, c] }],
    ['the certificate comes before its tags', { certificate: c, tags: [a, b], organization: a }, { from: 'certificate', setIds: [c] }],
    [
      'the certificate trusts public roots alone',
      { certificate: 'public', tags: [a], organization: b },
      { from: 'certificate', setIds: [] },
    ],
    ['a tag trusts public roots alone', { ...nothing, tags: ['public'], organization: b }, { from: 'tag', setIds: [] }],
    ['one of two tags trusts public roots alone', { ...nothing, tags: ['public', a] }, { from: 'tag', setIds: [a] }],
  ] as const)('%s', (_case, choices, expected) => {
    expect(anchorsInForce(choices)).toEqual(expected);
  });

  it('depend neither on the order of the tags nor on repetition', () => {
    const choice = fc.constantFrom<AnchorChoice>('public', a, b, c);
    fc.assert(
      fc.property(fc.array(choice, { minLength: 1 }), choice, (tags, organization) => {
        const choices = { certificate: null, organization };
        const mixed = [...tags, ...tags].reverse();
        expect(anchorsInForce({ ...choices, tags: mixed })).toEqual(anchorsInForce({ ...choices, tags }));
      }),
    );
  });
});
