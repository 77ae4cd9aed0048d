import { expect, it } from 'vitest';
import { auditSubject } from './audit-log.ts';

it('finds the subject in the detail', () => {
  expect(auditSubject({ domain: 'example.com', name: 'x' })).toBe('example.com');
  expect(auditSubject({ name: '', email: 'a@b.example' })).toBe('a@b.example');
  expect(auditSubject({ name: 3 })).toBeNull();
});
