import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('logs a failure without the values that PostgreSQL quotes', () => {
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)};
    const err = Object.assign(new Error('null value in column'), { severity: 'ERROR', code: '23502', detail: 'Failing row contains (a hash).' });
    createLogger('info').error({ err, orgId: '1' }, 'request failed');
    createLogger('info').error({ err: new TypeError('plain') }, 'request failed');`;
  const lines = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const [refusal, plain] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).not.toContain('a hash');
  expect(refusal).toMatchObject({ orgId: '1', err: { message: 'null value in column', code: '23502', severity: 'ERROR' } });
  expect(plain).toMatchObject({ err: { type: 'TypeError', message: 'plain', stack: expect.stringContaining('TypeError: plain') } });
});
