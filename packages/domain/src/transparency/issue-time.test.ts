import { expect, it } from 'vitest';
import { addMs, HOUR_MS } from '../time.ts';
import { issuedBy } from './issue-time.ts';

const notBefore = new Date('2026-01-10T00:00:00Z');
const after = (hours: number): Date => addMs(notBefore, hours * HOUR_MS);
const sct = (hours: number) => ({ at: after(hours).toISOString() });
const logged = (hours: number) =>
  ({ source: 'log', log: 'one', index: 1, loggedAt: after(hours).toISOString(), isPrecertificate: true }) as const;
const searched = { source: 'search', service: 'crt.sh', reference: '1' } as const;

it.each([
  ['no log says when: 48 hours after its date', [], [searched], 48],
  ['a log says an impossible time: 48 hours after its date', [], [{ ...logged(0), loggedAt: null }], 48],
  ['a log has it: the time it took it', [], [searched, logged(3)], 3],
  ['several logs have it: the first one', [], [logged(500), logged(2)], 2],
  ['it has timestamps: the last of them', [sct(-3), sct(1), sct(0)], [searched], 1],
  ['somebody submitted it to a log again: its timestamps', [sct(1)], [logged(500)], 1],
  ['it was in a log before its timestamps: the log', [sct(40)], [logged(2)], 2],
] as const)('a certificate was issued by then: %s', (_, scts, found, hours) => {
  expect(issuedBy({ notBefore, scts }, found)).toEqual(after(hours));
});
