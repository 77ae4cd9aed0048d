import type { Role } from '@notafter/domain';
import type { UserList } from './types.ts';

/** Texts of the team screens, as quoted in spec 1 sections 6 and 8. */
export const texts = {
  planNotice: 'Team collaboration is available starting with the Team plan.',
  none: 'No team members yet',
  invited: 'User invited successfully!',
  inviteFailed: 'Failed to invite user',
  resent: 'Invitation sent again',
  resendFailed: 'Failed to send the invitation again',
  revoked: 'Invitation revoked',
  revokeFailed: 'Failed to revoke the invitation',
  roleUpdated: 'User role updated!',
  roleFailed: 'Failed to update user role',
  removeQuestion: 'Are you sure you want to remove this user?',
  removed: 'User removed successfully!',
  removeFailed: 'Failed to remove user',
  fillAll: 'Please fill out all fields.',
  orgIdInvalid: 'This is not an organization ID. You find it in the invitation email.',
  acceptFailed: 'An error occurred. Please, try again.',
} as const;

export const roleNames: Readonly<Record<Role, string>> = { admin: 'Admin', viewer: 'Viewer' };

/** Explains the chosen role. */
export const roleNotes: Readonly<Record<Role, string>> = {
  admin: 'Manages certificates, settings and the team. Other admins can neither change nor remove an admin.',
  viewer: 'Sees certificates and notifications and changes nothing of the organization.',
};

/** `3/5`, `3/\u221e` if the plan has no limit. */
export const seatsText = ({ members, invited, limit }: UserList['seats']): string => `${members + invited}/${limit ?? '\u221e'} seats`;

export const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string =>
  `${firstName} ${lastName}`.trim();
