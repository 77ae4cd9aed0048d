import { DomainError } from '@notafter/domain';
import { expect, it } from 'vitest';
import { problemOf, problemOfCall } from './problem.ts';

it('reads the code of an error that the browser got', () => {
  const error = Object.assign(new Error('no'), {
    name: 'TRPCClientError',
    data: { code: 'rate_limited', message: 'Too many attempts.', retryAfterSeconds: 30 },
  });
  expect(problemOf(error)).toEqual({ code: 'rate_limited', message: 'Too many attempts.', details: [], retryAfterSeconds: 30 });
});

it('reads the code of an error that a loader got in process', () => {
  const cause = new DomainError('invalid_input', { details: [{ path: 'domain', message: 'too long' }] });
  expect(problemOf(new Error('wrapped', { cause }))).toMatchObject({
    code: 'invalid_input',
    details: [{ path: 'domain', message: 'too long' }],
  });
});

it('takes a call without an answer for a network failure', () => {
  expect(problemOf(Object.assign(new Error('Failed to fetch'), { name: 'TRPCClientError' }))?.code).toBe('network');
});

it('leaves faults of the program alone, but lets a screen speak of them', () => {
  expect(problemOf(new TypeError('x is undefined'))).toBeNull();
  expect(problemOf('text')).toBeNull();
  expect(problemOfCall(new TypeError('x is undefined')).code).toBe('network');
});
