import type { CaTrust } from '@notafter/domain';

/** Fair is no reproach, but no praise either. */
export const trustTone = ({ label }: CaTrust): 'valid' | 'warning' => (label === 'Fair' ? 'warning' : 'valid');
