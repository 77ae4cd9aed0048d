/** The text that a person types before a change that cannot be undone. */
export const confirmationText = (action: 'RESET' | 'DELETE', organizationName: string): string =>
  `${action} ${organizationName.toUpperCase()}`;
