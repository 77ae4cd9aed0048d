import { expect, it } from 'vitest';
import { load } from './load.ts';

const failing = (code: string, message: string) =>
  load(() => Promise.reject(Object.assign(new Error('refused'), { data: { code, message } })));

it('says of a mistyped address that it leads nowhere, not that a request is wrong', async () => {
  await expect(failing('invalid_input', 'The request is not valid.')).rejects.toMatchObject({ data: {}, init: { status: 404 } });
  await expect(failing('invalid_input', 'The request is not valid.')).rejects.not.toHaveProperty('data.message');
});

it('passes on what is gone or not yours in the words of the server', async () => {
  const answer = { data: { message: 'The certificate does not exist.' }, init: { status: 404 } };
  await expect(failing('certificate_not_found', 'The certificate does not exist.')).rejects.toEqual(expect.objectContaining(answer));
});

it('leaves other failures to the screen', async () => {
  await expect(failing('quota_exceeded', 'Too many.')).rejects.toBeInstanceOf(Error);
});
