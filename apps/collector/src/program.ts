import { basename } from 'node:path';

/** Whether this is the program from npm, and not that of a clone. */
export const isPublished = basename(process.argv[1] ?? '').startsWith('notafter-collector');

/** How this program was called, for help texts. */
export const program = isPublished ? 'notafter-collector' : 'notafter collector';

/** The argument with which the published program calls itself to read files. */
export const READER_ARGUMENT = 'read-files-for-collector';
