import { isResourceId } from '@notafter/domain';
import { data } from '@remix-run/react';

/** Returns the resource ID of an address. Throws the page of a missing service for any other text. */
export const resourceIdOf = ({ resourceId }: Readonly<Partial<Record<string, string>>>): string => {
  if (resourceId === undefined || !isResourceId(resourceId)) throw data({ message: 'Service not found' }, { status: 404 });
  return resourceId;
};
