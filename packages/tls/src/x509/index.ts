/** The parts that read certificates out of files and logs. Importing them loads no prober and no trust store. */
export { safeText } from '../safe-text.ts';
export { shownAlternativeNames } from './alternative-names.ts';
export { Certificate } from './certificate.ts';
export { serialText, toPem } from './certificate-facts.ts';
export { DerError, DerReader, explicitTag, implicitTag, tags } from './der.ts';
export { identifierText, smallInteger } from './der-values.ts';
export { type Frame, readTbsFrame } from './frame.ts';
export { ipText } from './general-names.ts';
export { tbsAsLogged } from './logged-tbs.ts';
export { readSharedName } from './names.ts';
export { isAuthority } from './read-uploaded.ts';
export { type ReadTimestamp, readEmbeddedTimestamps, readTimestampList } from './signed-timestamps.ts';
export { readSignedLeaf, type SignedLeaf } from './timestamp-signatures.ts';
