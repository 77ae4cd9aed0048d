import { type LintRule, readRows } from './rule.ts';
import { accessRows } from './rules/access-rules.ts';
import { certificateRows } from './rules/certificate-rules.ts';
import { constraintRows } from './rules/constraint-rules.ts';
import { keyIdentifierRows } from './rules/key-identifier-rules.ts';
import { keyRows } from './rules/key-rules.ts';
import { nameRows } from './rules/name-rules.ts';
import { otherExtensionRows } from './rules/other-extension-rules.ts';
import { policyRows } from './rules/policy-rules.ts';
import { subjectRows } from './rules/subject-rules.ts';
import { usageRows } from './rules/usage-rules.ts';
import { validityRows } from './rules/validity-rules.ts';

/** All rules, in the order of docs/lint.md. */
export const lintRules: readonly LintRule[] = readRows({
  ...certificateRows,
  ...validityRows,
  ...keyRows,
  ...nameRows,
  ...subjectRows,
  ...keyIdentifierRows,
  ...usageRows,
  ...constraintRows,
  ...policyRows,
  ...accessRows,
  ...otherExtensionRows,
});
