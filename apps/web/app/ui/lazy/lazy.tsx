import { Component, type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { reloadPage } from '../errors/reload.ts';
import { ErrorState } from '../states/states.tsx';
import { DialogFailed, FAILED_TITLE } from './dialog-failed.tsx';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** An import that failed, which browsers repeat for as long as the page lives. */
class MissingCode extends Error {}

interface BoundaryProps {
  readonly failed: ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error: unknown;
}

/** Shows `failed` for code that does not load. All other errors go on to the route's boundary. */
class CodeBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof MissingCode) return this.props.failed;
    throw error;
  }
}

interface States<Props> {
  readonly loading?: (props: Props) => ReactNode;
  readonly failed: (props: Props) => ReactNode;
}

/** Returns a component whose code loads when it is first shown. */
export function lazily<Props extends object>(load: Load<Props>, { loading, failed }: States<Props>): ComponentType<Props> {
  const Loaded = lazy(async () => {
    try {
      const { default: Part } = await load();
      return { default: ({ props }: { readonly props: Props }) => <Part {...props} /> };
    } catch (cause) {
      throw new MissingCode(FAILED_TITLE, { cause });
    }
  });
  return (props: Props) => (
    <CodeBoundary failed={failed(props)}>
      <Suspense fallback={loading?.(props)}>
        <Loaded props={props} />
      </Suspense>
    </CodeBoundary>
  );
}

const PART_FAILED = 'This part of the page could not be loaded. Unsaved changes on this page will be lost when you reload it.';

/** Returns a part of a screen that loads in the browser when it is first shown. Without its code, the rest of the screen remains. */
export function lazyPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const Part = lazily(load, {
    failed: () => <ErrorState title={FAILED_TITLE} text={PART_FAILED} action="Reload" onRetry={reloadPage} />,
  });
  return function LazyPart(props: Props) {
    const [mounted, setMounted] = useState(false);
    // After the screen: while it renders, the styles that both share are not in the document yet and would be fetched twice.
    useEffect(() => setMounted(true), []);
    return mounted ? <Part {...props} /> : null;
  };
}

interface DialogProps {
  /** False while it is kept closed. */
  readonly opened?: boolean;
  readonly onClose: () => void;
}

/** Returns a dialog that loads when it is first opened. Without its code, Cancel leads back to the screen as it was. */
export const lazyDialog = <Props extends DialogProps>(load: Load<Props>): ComponentType<Props> =>
  lazily(load, { failed: ({ opened = true, onClose }) => (opened ? <DialogFailed what="dialog" onClose={onClose} /> : null) });
