import { basename } from 'node:path';

/** How this program was called, for help texts. */
export const program = basename(process.argv[1] ?? '').startsWith('notafter-collector') ? 'notafter-collector' : 'notafter collector';
