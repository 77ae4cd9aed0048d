import { andList, countText, plural } from '@notafter/domain';
import type { CertificateDetail } from '../types.ts';
import type { AnchorAssignment, AnchorSet } from './types.ts';

export const PUBLIC_ROOTS = 'Public roots only';

/** `2 certificates, 1 tag, and the default`: the users of a set. */
export const usageText = ({ certificates, tags, isDefault }: AnchorSet['usage']): string => {
  const users = [
    ...(certificates > 0 ? [plural(certificates, 'certificate')] : []),
    ...(tags > 0 ? [plural(tags, 'tag')] : []),
    ...(isDefault ? ['the default'] : []),
  ];
  const text = users.length === 0 ? 'Not assigned' : andList(users);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export const trustedText = (count: number): string => (count === 0 ? 'No certificate yet' : plural(count, 'certificate'));

export const endsText = (count: number): string =>
  count === 0 ? 'Ends no chain yet' : `Ends the chain of ${plural(count, 'certificate')}`;

/** The certificates of an assignment. */
export const subjectOf = ({ tag }: Pick<AnchorAssignment, 'tag'>): string => (tag === null ? 'All others (default)' : `Tag ${tag}`);

export const matchText = (count: number): string => (count === 0 ? 'Matches no certificate' : `${countText(count)} with this tag`);

type Anchors = CertificateDetail['anchors'];

const chosenFor = {
  certificate: 'chosen for this certificate',
  tag: 'chosen for its tags',
  organization: 'the default of the organization',
} as const satisfies Record<NonNullable<Anchors['from']>, string>;

/** `Corp PKI, chosen for its tags.` */
export const inForceText = ({ from, sets }: Pick<Anchors, 'from' | 'sets'>): string => {
  if (from === null) return `${PUBLIC_ROOTS}. No trust anchors are assigned.`;
  const names = sets.length === 0 ? PUBLIC_ROOTS : andList(sets.map(({ name }) => name));
  return `${names}, ${chosenFor[from]}.`;
};

/** `Trusted by Corp PKI`, or null if none of the sets ends the chain. */
export const trustedByText = ({ trustedBy }: Pick<Anchors, 'trustedBy'>): string | null =>
  trustedBy.length === 0 ? null : `Trusted by ${andList(trustedBy.map(({ name }) => name))}`;
