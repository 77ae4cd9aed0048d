import type { LoadFailure } from './load-failure.ts';

/** Spec 1 section 9. */
export const FAILED_TITLE = 'Loading chunk failed';

export const failedText = (what: 'dialog' | 'menu' | 'part of the screen', failure: LoadFailure): string =>
  failure === 'other-build'
    ? `This ${what} could not be loaded: another version of Notafter was installed meanwhile. Reload to go on. What is typed on this screen and not saved is lost then.`
    : `This ${what} could not be loaded: the server did not answer. The rest of the screen stays as it is.`;
