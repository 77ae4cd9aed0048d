import { describe, expect, it } from 'vitest';
import { done, fail, hop, nap } from '../outcome.ts';
import { decide, type Result, TRIES_MAX } from './decide.ts';

const plain = { interrupted: 'It was interrupted.' };
const undoing = { ...plain, undo: 'clean_up' };
const turn = { step: 'create', tries: 1, ending: null, error: null, isLate: false, isCancelRequested: false };
const fault: Result = { kind: 'fault', error: new Error('broken') };
const interrupted = { kind: 'end', state: 'failed', error: 'It was interrupted.' };

describe('an outcome', () => {
  it.each([
    ['hop', hop('wait'), { kind: 'go', step: 'wait' }],
    ['nap', nap(30), { kind: 'later', step: 'create', seconds: 30 }],
    ['nap until it is woken', nap(), { kind: 'later', step: 'create', seconds: null }],
    ['done', done(), { kind: 'end', state: 'completed', error: null }],
    ['fail', fail('No room.'), { kind: 'end', state: 'failed', error: 'No room.' }],
    ['a fault', fault, { kind: 'again', counts: true }],
  ])('%s', (_name, result, decision) => expect(decide(plain, turn, result, false)).toEqual(decision));

  it.each([
    ['hop', hop('wait'), { kind: 'later', step: 'wait', seconds: 0 }],
    ['done', done(), { kind: 'end', state: 'completed', error: null }],
    ['a fault, which does not count', fault, { kind: 'again', counts: false }],
  ])('%s of a worker that stops', (_name, result, decision) => expect(decide(plain, turn, result, true)).toEqual(decision));
});

describe('giving up', () => {
  it('follows the last try, or a start beyond it that a dead worker made', () => {
    expect(decide(plain, { ...turn, tries: TRIES_MAX - 1 }, fault, false)).toEqual({ kind: 'again', counts: true });
    expect(decide(plain, { ...turn, tries: TRIES_MAX }, fault, false)).toEqual(interrupted);
    expect(decide(plain, { ...turn, tries: TRIES_MAX + 1 }, null, false)).toEqual(interrupted);
  });

  it('follows a missed deadline, whatever the step says but that it is done', () => {
    const late = { ...turn, isLate: true };
    for (const result of [hop('wait'), nap(30), fault, null]) expect(decide(plain, late, result, false)).toEqual(interrupted);
    expect(decide(plain, late, done(), false)).toMatchObject({ state: 'completed' });
    expect(decide(plain, late, fail('No room.'), false)).toMatchObject({ state: 'failed', error: 'No room.' });
  });

  it('leads to the step that undoes, once, and keeps the first problem', () => {
    const undo = { kind: 'undo', step: 'clean_up', ending: 'failed' };
    expect(decide(undoing, turn, fail('No room.'), false)).toEqual({ ...undo, error: 'No room.' });
    expect(decide(undoing, { ...turn, isLate: true }, hop('wait'), false)).toEqual({ ...undo, error: 'It was interrupted.' });
    const cleaning = { ...turn, step: 'clean_up', ending: 'failed', error: 'No room.' } as const;
    expect(decide(undoing, cleaning, hop('release'), false)).toEqual({ kind: 'go', step: 'release' });
    expect(decide(undoing, cleaning, done(), false)).toEqual({ kind: 'end', state: 'failed', error: 'No room.' });
    expect(decide(undoing, cleaning, fail('Still there.'), false)).toEqual({ kind: 'end', state: 'failed', error: 'No room.' });
  });
});

describe('a cancel', () => {
  const cancelled = { ...turn, isCancelRequested: true };
  it('leads to the step that undoes, and ends there as cancelled', () => {
    for (const result of [hop('wait'), nap(30), fault, null]) {
      expect(decide(undoing, cancelled, result, false)).toEqual({ kind: 'undo', step: 'clean_up', ending: 'cancelled', error: null });
    }
    expect(decide(undoing, { ...turn, step: 'clean_up', ending: 'cancelled' }, done(), false)).toMatchObject({ state: 'cancelled' });
  });

  it('comes too late for a process that is done', () =>
    expect(decide(undoing, cancelled, done(), false)).toMatchObject({ state: 'completed' }));
});
