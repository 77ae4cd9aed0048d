import { expect, it } from 'vitest';
import type { CollectorAbout } from './bundle.ts';
import { type CollectorFacts, collectorState, reportedRowState } from './collectors.ts';

const hour = 3_600_000;
const reportedAt = new Date('2026-11-28T12:00:00Z');
const about: CollectorAbout = { version: '0.1.0', host: 'edge', intervalSeconds: 3_600, mode: 'online', networks: [], ports: [] };
const active: CollectorFacts = {
  enrolledAt: reportedAt,
  revokedAt: null,
  forkedAt: null,
  about,
  lastReportAt: reportedAt,
  carriedEverySeconds: null,
};
const stateAfter = (ms: number, changes: Partial<CollectorFacts> = {}) =>
  collectorState({ ...active, ...changes }, new Date(reportedAt.getTime() + ms));

it('is silent once three intervals passed, and not at their end', () => {
  expect([stateAfter(3 * hour), stateAfter(3 * hour + 1)]).toEqual(['active', 'silent']);
});

it('may restart if it looks every minute', () => {
  const quick = { about: { ...about, intervalSeconds: 60 } };
  expect([stateAfter(5 * 60_000, quick), stateAfter(5 * 60_000 + 1, quick)]).toEqual(['active', 'silent']);
});

it('is measured by how often people carry its bundles, not by how often it looks', () => {
  const offline = { about: { ...about, mode: 'offline' as const } };
  expect([stateAfter(21 * 24 * hour, offline), stateAfter(21 * 24 * hour + 1, offline)]).toEqual(['active', 'silent']);
  const daily = { ...offline, carriedEverySeconds: 86_400 };
  expect([stateAfter(72 * hour, daily), stateAfter(72 * hour + 1, daily)]).toEqual(['active', 'silent']);
});

it('waits for its token first, and a copied key or a revocation counts more than silence', () => {
  expect(stateAfter(0, { enrolledAt: null, lastReportAt: null, about: null })).toBe('waiting');
  expect(stateAfter(9 * hour, { forkedAt: reportedAt })).toBe('forked');
  expect(stateAfter(0, { forkedAt: reportedAt, revokedAt: reportedAt })).toBe('revoked');
});

it('makes a row silent that it left out of its reports for three intervals, unless it never reported it', () => {
  const rowAfter = (ms: number | null, changes: Partial<CollectorFacts> = {}) =>
    reportedRowState({ ...active, ...changes }, ms === null ? null : new Date(reportedAt.getTime() - ms), reportedAt);
  expect([rowAfter(3 * hour), rowAfter(3 * hour + 1), rowAfter(null)]).toEqual(['active', 'silent', 'active']);
  expect(rowAfter(9 * hour, { forkedAt: reportedAt })).toBe('forked');
});
