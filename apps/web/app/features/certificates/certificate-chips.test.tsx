import { addMs, DAY_MS } from '@notafter/domain';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NOW } from '../../testing/now.ts';
import { CertificateChips } from './certificate-chips.tsx';
import { sampleCertificate } from './testing/samples.ts';
import type { CertificateView } from './types.ts';

const chipsOf = (changes: Partial<CertificateView>): string | null =>
  render(<CertificateChips certificate={sampleCertificate(1, 60, changes)} />).container.textContent;

it('names the client that refuses a certificate, unless it fails everywhere', () => {
  expect(chipsOf({})).toBe('Valid');
  expect(chipsOf({ refusal: { client: 'apple', from: NOW, hasBegun: true } })).toBe('ValidApple refuses');
  expect(chipsOf({ refusal: { client: 'chrome', from: addMs(NOW, DAY_MS), hasBegun: false } })).toBe('ValidRefused soon');
  expect(chipsOf({ reasons: ['revoked'], refusal: { client: 'apple', from: NOW, hasBegun: true } })).toBe('ValidRevoked');
});

it('says how the renewal stands, unless a valid one is on schedule', () => {
  expect(chipsOf({ renewalState: 'on_schedule' })).toBe('Valid');
  expect(chipsOf({ renewalState: 'on_schedule', status: 'warning' })).toBe('WarningOn schedule');
  expect(chipsOf({ renewalState: 'due' })).toBe('ValidRenewal due');
  expect(chipsOf({ renewalState: 'late', status: 'critical' })).toBe('CriticalRenewal late');
  expect(chipsOf({ renewalState: 'late', reasons: ['revoked'] })).toBe('ValidRevoked');
});

it('says that the server serves another certificate than is known for it', () => {
  expect(chipsOf({ deploymentState: 'not_reloaded' })).toBe('ValidNot reloaded');
  expect(chipsOf({ deploymentState: 'not_deployed', renewalState: 'late' })).toBe('ValidNot deployedRenewal late');
  expect(chipsOf({ deploymentState: 'left_behind' })).toBe('ValidLeft behind');
  expect(chipsOf({ deploymentState: 'unknown' })).toBe('ValidServed, unknown');
});
