import { expect, it } from 'vitest';
import { assessCompliance } from './compliance.ts';

const none = { expired: 0, critical: 0, warning: 0, valid: 0 };
const levels = (counts: Partial<typeof none>, faulty = 0) =>
  assessCompliance({ ...none, ...counts }, faulty).map(({ framework, percent, level }) => [framework, percent, level]);

it('follows the three rules', () => {
  expect(levels({ expired: 1, critical: 2, warning: 3, valid: 4 })).toEqual([
    ['PCI DSS', 90, 'Partial'],
    ['HIPAA', 70, 'Non-compliant'],
    ['SOC 2', 40, 'Non-compliant'],
  ]);
});

it('counts what is trusted by nobody or not valid yet against PCI DSS alone', () => {
  expect(levels({ valid: 10 }, 1)).toEqual([
    ['PCI DSS', 90, 'Partial'],
    ['HIPAA', 100, 'Compliant'],
    ['SOC 2', 100, 'Compliant'],
  ]);
});

it('is compliant at 100 % only, partial from 80 % on, and rounds no last one away', () => {
  expect(levels({ expired: 1, valid: 999_999 })[0]).toEqual(['PCI DSS', 99, 'Partial']);
  expect(levels({ expired: 20, valid: 80 })[0]).toEqual(['PCI DSS', 80, 'Partial']);
  expect(levels({ expired: 201, valid: 799 })[0]).toEqual(['PCI DSS', 79, 'Non-compliant']);
  expect(levels({ expired: 3 })[0]).toEqual(['PCI DSS', 0, 'Non-compliant']);
});

it('says nothing where nothing was ever seen', () => {
  expect(levels({})).toEqual([
    ['PCI DSS', null, null],
    ['HIPAA', null, null],
    ['SOC 2', null, null],
  ]);
});
