import { ErrorState } from '../states/states.tsx';
import { FAILED_TITLE, failedText } from './failure-texts.ts';
import type { LoadFailure } from './load-failure.ts';

interface PartFailedProps {
  readonly failure: LoadFailure;
  readonly onRetry: () => void;
}

/** In the place of what did not come. */
export function PartFailed({ failure, onRetry }: PartFailedProps) {
  const text = failedText('part of the screen', failure);
  if (failure === 'no-answer') return <ErrorState title={FAILED_TITLE} text={text} onRetry={onRetry} />;
  return <ErrorState title={FAILED_TITLE} text={text} action="Reload" onRetry={() => window.location.reload()} />;
}
