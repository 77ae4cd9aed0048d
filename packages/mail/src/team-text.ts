const NAME_MAX_LENGTH = 40;

/**
 * People choose the name of their organization and we mail it to strangers. A name that could be read as a link or a message
 * is omitted, except the domain of the inviter's own address, which is proven and the default name.
 */
export const teamText = ({ organization, inviter }: { readonly organization: string; readonly inviter: string | null }): string => {
  const isPlain = organization.length <= NAME_MAX_LENGTH && /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} &'’-]*$/u.test(organization);
  return isPlain || inviter?.endsWith(`@${organization}`) === true ? `the team of ${organization}` : 'a team';
};
