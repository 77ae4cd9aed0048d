import { expect, it } from 'vitest';
import { comparePermissions, listUseCases } from './use-cases.ts';

it('takes an exported function for a use case if a slice has a file of its name, and neither jobs, types nor support', () => {
  const frontDoor = [
    "export { type Added, addMember } from './team/add-member.ts';",
    "export { sendMailJob } from './team/internal/jobs.ts';",
    "export type { Row } from './team/internal/rows.ts';",
    "export { getJob } from './long-work/get-job.ts';",
    "export { listAudit } from './audit/entries/list-audit.ts';",
    "export { openOrganization } from './open-organization.ts';",
  ].join('\n');
  expect(listUseCases(frontDoor)).toEqual(['audit/list-audit', 'long-work/get-job', 'team/add-member']);
});

it('names a use case without a permission', () => {
  expect(comparePermissions(['team/add-member'], {})).toEqual([
    'team/add-member of packages/features has no entry in the permission table',
  ]);
});

it('names a permission without a use case', () => {
  expect(comparePermissions([], { 'team/add-member': 1 })).toHaveLength(1);
});

it('reports nothing if both agree', () => {
  expect(comparePermissions(['team/add-member'], { 'team/add-member': 1 })).toEqual([]);
});
