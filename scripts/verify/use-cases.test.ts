import { expect, it } from 'vitest';
import { checkUseCases } from './use-cases.ts';

const useCase = (name: string) => Object.assign(() => undefined, { declaration: { name } });

it('accepts use cases named after slice and file, and exports that are not functions of a slice', () => {
  const frontDoor = [
    "export { type Added, addMember } from './team/add-member.ts';",
    "export { sendMailJob } from './team/internal/jobs.ts';",
    "export { listAudit } from './audit/entries/list-audit.ts';",
    "export { getJob, readStartedJob } from './long-work/get-job.ts';",
    "export { openOrganization } from './open-organization.ts';",
  ].join('\n');
  const exported = {
    addMember: useCase('team/add-member'),
    sendMailJob: {},
    listAudit: useCase('audit/list-audit'),
    getJob: useCase('long-work/get-job'),
    readStartedJob: () => undefined,
    openOrganization: () => undefined,
  };
  expect(checkUseCases(frontDoor, exported)).toEqual([]);
});

it('names a function of a slice that is not a use case', () => {
  const problems = checkUseCases("export { addMember } from './team/add-member.ts';", { addMember: () => undefined });
  expect(problems).toEqual(['packages/features/src/team/add-member.ts exports addMember, which is not a use case']);
});

it('names a use case that is called otherwise than its file', () => {
  const frontDoor = "export { addMember } from './team/members/add-member.ts';";
  expect(checkUseCases(frontDoor, { addMember: useCase('team/invite-member') })).toEqual([
    'packages/features/src/team/members/add-member.ts exports addMember, which is called team/invite-member',
  ]);
});
