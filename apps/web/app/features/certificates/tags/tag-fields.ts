import type { EnvironmentId } from '@notafter/domain';
import type { CertificateView } from '../types.ts';

/** The tags that the dialog has fields for, in the order of their chips. */
export const fieldTags = ['env', 'owner', 'team', 'source'] as const;
type FieldTag = (typeof fieldTags)[number];

export const fieldLabels = {
  environmentId: 'Environment',
  env: 'Environment Tag',
  owner: 'Owner',
  team: 'Team',
  source: 'Source',
} as const satisfies Record<keyof TagFields, string>;

/** Values of the dialog; an empty text means no tag, null no environment. */
export interface TagFields extends Readonly<Record<FieldTag, string>> {
  readonly environmentId: EnvironmentId | null;
}

type Tagged = Pick<CertificateView, 'tags' | 'environmentId'>;

export const fieldsOf = ({ tags, environmentId }: Tagged): TagFields => ({
  environmentId,
  env: tags.env ?? '',
  owner: tags.owner ?? '',
  team: tags.team ?? '',
  source: tags.source ?? '',
});

/** The whole map to save: the fields' tags without those of blanks alone, then every other tag as it is. */
export function tagsWith(tags: Tagged['tags'], fields: TagFields): Record<string, string> {
  const typed = fieldTags.flatMap((name) => {
    const value = fields[name].trim();
    return value === '' ? [] : [[name, value] as const];
  });
  const others = Object.entries(tags).filter(([name]) => fieldTags.every((field) => field !== name));
  return Object.fromEntries([...typed, ...others]);
}

export interface Rebased {
  readonly fields: TagFields;
  /** Fields that both changed differently: `fields` has mine, this is theirs. */
  readonly clashes: readonly { readonly field: keyof TagFields; readonly theirs: string | null }[];
}

/**
 * Puts what I typed since `base` on top of what somebody else saved meanwhile: my changes stay, theirs come in where I
 * changed nothing.
 */
export function rebase(base: TagFields, mine: TagFields, latest: TagFields): Rebased {
  const changed = (field: keyof TagFields): boolean => mine[field] !== base[field];
  const text = (name: FieldTag): string => (changed(name) ? mine[name] : latest[name]);
  const all = ['environmentId', ...fieldTags] as const;
  return {
    fields: {
      environmentId: changed('environmentId') ? mine.environmentId : latest.environmentId,
      env: text('env'),
      owner: text('owner'),
      team: text('team'),
      source: text('source'),
    },
    clashes: all
      .filter((field) => changed(field) && latest[field] !== base[field] && latest[field] !== mine[field])
      .map((field) => ({ field, theirs: latest[field] })),
  };
}
