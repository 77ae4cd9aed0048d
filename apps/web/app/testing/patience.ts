import { configure } from '@testing-library/react';

/** A state that comes is found at once; one that never comes is worth the wait on a busy machine. */
configure({ asyncUtilTimeout: 30_000 });
