import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { CHUNK_TIMEOUT_MS } from '../errors/navigation-watch.tsx';
import { DialogFailed } from './dialog-failed.tsx';
import { type LoadFailure, loadAgain, loadFailure, reloadMissingStyles } from './load-failure.ts';
import { PartFailed } from './part-failed.tsx';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

interface States<Props> {
  readonly loading?: (props: Props) => ReactNode;
  readonly failed: (props: Props, failure: LoadFailure, retry: () => void) => ReactNode;
}

const inTime = async <Value,>(value: Promise<Value>): Promise<Value> => {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('Loading chunk failed')), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    window.clearTimeout(timer);
  }
};

/**
 * A component whose code comes when it is first shown. Unlike `lazy`, which fails for good and takes the whole screen with it,
 * it says in its own place that the code did not come, and can be tried again.
 */
export function later<Props extends object>(load: Load<Props>, { loading, failed }: States<Props>): ComponentType<Props> {
  let Arrived: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [state, setState] = useState<'loading' | 'again' | 'arrived' | LoadFailure>('loading');
    useEffect(() => {
      if (Arrived !== null || (state !== 'loading' && state !== 'again')) return;
      let wanted = true;
      const bring = async (): Promise<'arrived' | LoadFailure> => {
        try {
          if (state === 'again') await inTime(reloadMissingStyles());
          Arrived = (await inTime(state === 'again' ? loadAgain(load) : load())).default;
          return 'arrived';
        } catch {
          return loadFailure();
        }
      };
      void bring().then((next) => {
        if (wanted) setState(next);
      });
      return () => {
        wanted = false;
      };
    }, [state]);
    if (Arrived !== null) return <Arrived {...props} />;
    if (state === 'no-answer' || state === 'other-build') return failed(props, state, () => setState('again'));
    return loading?.(props) ?? null;
  };
}

interface DialogProps {
  /** False while it is kept closed. */
  readonly opened?: boolean;
  readonly onClose: () => void;
}

/** A dialog whose code comes with its first opening. */
export const laterDialog = <Props extends DialogProps>(load: Load<Props>): ComponentType<Props> =>
  later(load, {
    failed: ({ opened = true, onClose }, failure, retry) =>
      opened ? <DialogFailed what="dialog" failure={failure} onRetry={retry} onClose={onClose} /> : null,
  });

/** A part of a screen, with the rest around it in any case. */
export const laterPart = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  later(load, { failed: (_props, failure, retry) => <PartFailed failure={failure} onRetry={retry} /> });
