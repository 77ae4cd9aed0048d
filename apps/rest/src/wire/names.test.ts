import { z } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { instant } from './fields.ts';
import { mapperTo } from './names.ts';

const at = new Date('2026-12-04T08:12:00Z');

it('writes names in snake_case and instants in ISO 8601, in lists and objects too', () => {
  const wire = z.object({
    id: z.string(),
    keyBits: z.int(),
    fingerprint_sha256: z.string(),
    created_at: instant(),
    ended_at: instant().nullable(),
    by: z.object({ token_id: z.string() }).openapi('By').nullable(),
    steps: z.array(z.object({ started_at: instant() })),
  });
  const view = {
    id: 'a',
    keyBits: 2048,
    fingerprintSha256: 'AA',
    createdAt: at,
    endedAt: null,
    by: { tokenId: 't' },
    steps: [{ startedAt: at }],
  };
  expect(mapperTo(wire)(view)).toEqual({
    id: 'a',
    keyBits: 2048,
    fingerprint_sha256: 'AA',
    created_at: '2026-12-04T08:12:00.000Z',
    ended_at: null,
    by: { token_id: 't' },
    steps: [{ started_at: '2026-12-04T08:12:00.000Z' }],
  });
});

it('leaves out what the schema does not name, and the names that people chose as they are', () => {
  const wire = z.object({ tags: z.record(z.string(), z.string()) });
  const view = { tags: { costCenter: '7', cost_center: '8' }, passwordHash: 'secret' };
  expect(mapperTo(wire)(view)).toEqual({ tags: { costCenter: '7', cost_center: '8' } });
});
