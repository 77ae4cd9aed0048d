import { describe, expect, it } from 'vitest';
import { judgeReceipt, type KnownChain } from './judge-receipt.ts';

const hashes = new Map([
  [7, 'seven'],
  [8, 'eight'],
]);
const known: KnownChain = {
  lastSequence: 9,
  lastHash: 'nine',
  acknowledged: 6,
  acknowledgedHash: 'six',
  receiptAt: new Date('2026-01-02T00:00:00Z'),
  hashOf: (sequence) => hashes.get(sequence) ?? null,
};

it.each([
  ['the last one again', 6, 'six', 'applies'],
  ['a queued bundle', 8, 'eight', 'applies'],
  ['the end of the chain', 9, 'nine', 'applies'],
  ['a queued bundle with another hash', 8, 'other', 'fork'],
  ['the end of the chain with another hash', 9, 'other', 'fork'],
  ['the last one with another hash', 6, 'other', 'fork'],
  ['a bundle that was never written here', 10, 'ten', 'fork'],
  ['a bundle before the last one', 5, 'five', 'lost'],
  ['nothing', 0, null, 'lost'],
] as const)('a receipt for %s', (_, through, hash, verdict) => {
  const receipt = {
    collectorId: 'c',
    through,
    hash,
    issuedAt: new Date('2026-01-02T00:00:00Z'),
    targets: [],
    isRevoked: false,
    isForked: false,
    wantsComplete: false,
  };
  expect(judgeReceipt(receipt, known)).toBe(verdict);
  expect(judgeReceipt({ ...receipt, issuedAt: new Date('2026-01-01T23:59:59Z') }, known)).toBe('older');
});

describe('a new collector', () => {
  it('takes a receipt for nothing', () => {
    const fresh = { ...known, lastSequence: 1, acknowledged: 0, acknowledgedHash: null, receiptAt: null };
    expect(
      judgeReceipt(
        {
          collectorId: 'c',
          through: 0,
          hash: null,
          issuedAt: new Date(),
          targets: [],
          isRevoked: false,
          isForked: false,
          wantsComplete: false,
        },
        fresh,
      ),
    ).toBe('applies');
  });
});
