export { lintPath } from './lint-path.ts';
export { createLinter } from './linter.ts';
export { withStrictRevocation } from './strict-revocation.ts';
export { createStrictRules } from './strict-rules.ts';
