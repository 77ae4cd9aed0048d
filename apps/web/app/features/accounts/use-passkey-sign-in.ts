import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPCClient } from '../../api/trpc.ts';
import { awaitPickedPasskey, PasskeyRefusal, signInWithPasskey } from './ask-for-passkey.ts';

const SAFARI_WAIT_MS = 500;
/** A browser that picks by itself must not retry forever. */
const MAX_ROUNDS = 5;

/** Runs once the page has nothing better to do. Safari has no idle callback. */
const whenIdle = (task: () => void, signal: AbortSignal): void => {
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = globalThis.setTimeout(task, SAFARI_WAIT_MS);
    signal.addEventListener('abort', () => globalThis.clearTimeout(timer));
    return;
  }
  const handle = globalThis.requestIdleCallback(task, { timeout: 2_000 });
  signal.addEventListener('abort', () => globalThis.cancelIdleCallback(handle));
};

const textOf = (error: unknown): string => (error instanceof PasskeyRefusal ? error.message : problemOfCall(error).message);

interface PasskeySignInOptions {
  /** Whether the site's address lets it have passkeys, and the screen asks for one at present. */
  readonly offered: boolean;
  readonly onSignedIn: () => void;
}

/**
 * Sign-in with a passkey: by its button, and from the suggestions of the address field where the browser has that. The
 * library comes when the page is idle, or with the button.
 */
export function usePasskeySignIn({ offered, onSignedIn }: PasskeySignInOptions) {
  const client = useTRPCClient();
  const [failure, setFailure] = useState<string | null>(null);
  // Each refusal ends the waiting for a pick, and the next round begins another.
  const [round, setRound] = useState(0);
  const done = useRef(onSignedIn);
  useEffect(() => {
    done.current = onSignedIn;
  }, [onSignedIn]);

  const refused = (error: unknown): void => {
    setFailure(textOf(error));
    setRound((before) => before + 1);
  };
  const asked = useMutation({ mutationFn: () => signInWithPasskey(client), onSuccess: () => done.current(), onError: refused });

  useEffect(() => {
    if (!offered || round >= MAX_ROUNDS) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const wait = async (): Promise<void> => {
      try {
        if (await awaitPickedPasskey(client, signal)) done.current();
      } catch (error) {
        if (signal.aborted) return;
        setFailure(textOf(error));
        setRound(round + 1);
      }
    };
    whenIdle(() => void wait(), signal);
    return () => leaving.abort();
  }, [client, offered, round]);

  return {
    failure,
    busy: asked.isPending || asked.isSuccess,
    ask: (): void => {
      setFailure(null);
      asked.mutate();
    },
    forget: (): void => setFailure(null),
  };
}
