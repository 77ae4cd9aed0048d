import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { AccountTitle, useRedirectHomeAfter } from './account-parts.tsx';
import { activationText, texts } from './account-texts.ts';

/** Spec 1 section 9. */
const REDIRECT_MS = 3000;

/** Activates in the browser: a mail scanner that only fetches the page uses nothing up. */
export function Activation({ token }: { readonly token: string }) {
  const trpc = useTRPC();
  const { mutate, data, error, isPending } = useMutation(trpc.accounts.activate.mutationOptions());
  const asked = useRef<string>();
  useEffect(() => {
    // The link works once; a second run of this effect must not spend it on an error.
    if (asked.current === token) return;
    asked.current = token;
    mutate({ token });
  }, [mutate, token]);
  useRedirectHomeAfter(REDIRECT_MS, data !== undefined);
  const problem = error === null ? null : problemOfCall(error);

  return (
    <Stack gap="md" aria-live="polite">
      <AccountTitle>Account Activation</AccountTitle>
      {data === undefined && problem === null ? <p>{texts.activating}</p> : null}
      <Banner tone="valid">{data?.message ?? null}</Banner>
      <Banner tone="expired">{problem === null ? null : activationText(problem)}</Banner>
      <Group>
        {problem?.code === 'network' ? (
          <Button variant="default" size="lg" loading={isPending} onClick={() => mutate({ token })}>
            Retry
          </Button>
        ) : null}
        {data === undefined && (problem === null || problem.code === 'network') ? null : (
          <Button component={Link} to="/" variant="default" size="lg">
            Sign in
          </Button>
        )}
      </Group>
    </Stack>
  );
}
