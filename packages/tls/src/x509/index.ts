/** The parts that read certificates out of files. Importing them loads no prober and no trust store. */
export { safeText } from '../safe-text.ts';
export { shownAlternativeNames } from './alternative-names.ts';
export { Certificate } from './certificate.ts';
export { DerError, DerReader, explicitTag, implicitTag, tags } from './der.ts';
export { identifierText, smallInteger } from './der-values.ts';
export { isAuthority } from './read-uploaded.ts';
