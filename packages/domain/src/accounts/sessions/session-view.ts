import type { OrganizationId, UserId } from '../../ids.ts';
import type { Role } from '../../permissions/permissions.ts';
import type { Entitlements } from '../../plans/plans.ts';

/** The signed-in person as their own browser sees them. */
export interface SessionUser {
  readonly id: UserId;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  /** SHA-256 (hex) of the address: the picture's name below `/avatars/`. */
  readonly avatarHash: string;
}

/** The signed-in person, their organization, and the entitlements of its plan. */
export interface SessionView {
  readonly orgId: OrganizationId;
  readonly orgName: string;
  readonly plan: string;
  readonly entitlements: Entitlements;
  readonly user: SessionUser;
  /** Whether the person administers the platform. */
  readonly platformAdmin: boolean;
}
