import { type AnchorChoice, brandId } from '@notafter/domain';
import { PUBLIC_ROOTS } from './anchor-texts.ts';
import type { AnchorSet } from './types.ts';

/** The value of a select for the public roots alone. */
export const PUBLIC = 'public';

type Named = Pick<AnchorSet, 'id' | 'name'>;

/** Every set, then the public roots alone. */
export const optionsOf = (sets: readonly Named[]): { value: string; label: string }[] => [
  ...sets.map(({ id, name }) => ({ value: id, label: name })),
  { value: PUBLIC, label: PUBLIC_ROOTS },
];

/** The choice that a value of a select stands for; null for none. */
export const choiceOf = (value: string): AnchorChoice | null => {
  if (value === '') return null;
  return value === PUBLIC ? PUBLIC : brandId(value);
};
