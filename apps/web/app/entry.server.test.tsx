import { expect, it } from 'vitest';
import { handleError } from './entry.server.tsx';

it.each([
  ['http://localhost:3000/reset-password/SECRET', '/reset-password'],
  ['http://localhost:3000/create-password?email=a%40example.com&code=SECRET', '/create-password'],
  ['http://localhost:3000/confirm-email/SECRET?_data=routes', '/confirm-email'],
  ['http://localhost:3000/', '/'],
])('a page that fails is logged without what its address may hold: %s', (url, page) => {
  const logged: object[] = [];
  const record = (fields: object): void => void logged.push(fields);
  const err = new Error('no answer');
  handleError(err, { request: new Request(url), context: { log: { debug: record, info: record, warn: record, error: record } } });
  expect(logged).toEqual([{ err, page }]);
});
