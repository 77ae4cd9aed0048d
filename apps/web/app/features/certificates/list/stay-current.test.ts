import { expect, it } from 'vitest';
import { outdatedSince, stayCurrent } from './stay-current.ts';

const answer = (dataUpdatedAt: number, isRefetchError = false, isPaused = false) => ({ dataUpdatedAt, isRefetchError, isPaused });

it('is outdated by the oldest answer that could not be had again', () => {
  expect(outdatedSince([answer(1), answer(2)])).toBeNull();
  expect(outdatedSince([answer(1), answer(3, true), answer(2, true)])).toEqual(new Date(2));
  expect(outdatedSince([answer(5, false, true), answer(7)])).toEqual(new Date(5));
});

it('asks sooner while nobody answers', () => {
  expect([
    stayCurrent.refetchInterval({ state: { status: 'success' } }),
    stayCurrent.refetchInterval({ state: { status: 'error' } }),
  ]).toEqual([300_000, 15_000]);
});
