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

it("a request for an unknown page is not logged: the router's message has the whole address", () => {
  const record = (): never => {
    throw new Error('It was logged.');
  };
  const context = { log: { debug: record, info: record, warn: record, error: record } };
  const data = 'You made a POST request to "/acknowledge/SECRET" but did not provide an `action`';
  const err = { status: 405, statusText: 'Method Not Allowed', internal: true, data };
  handleError(err, { request: new Request('http://localhost:3000/acknowledge/SECRET', { method: 'POST' }), context });
});
