import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { forget, recall } from '../../api/browser-store.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Note } from '../../ui/note/note.tsx';
import css from './accounts.module.css';
import { BrandHead } from './brand-head.tsx';
import { ExamplePlot } from './example-plot.tsx';

interface AccountLayoutProps {
  /** False if no mail server is configured: the footer then says where mails are written. */
  readonly sendsMail: boolean;
  /** The address that people use, null if it is unknown. */
  readonly publicUrl: string | null;
  readonly children: ReactNode;
}

/** The frame of sign-in and its neighbors: the form on the left, on wide screens the axis on the right. */
export function AccountLayout({ sendsMail, publicUrl, children }: AccountLayoutProps) {
  return (
    <div className={css.split}>
      <div className={css.side}>
        <BrandHead />
        <main className={css.main}>
          <SessionEnded />
          {publicUrl === null ? null : <OtherAddress publicUrl={publicUrl} />}
          {children}
        </main>
        <Stack component="footer" gap="sm">
          {sendsMail ? null : (
            <Text size="xs">
              No mail server is configured. Mail is written to <code>outbox</code> in the data directory, and the server's log shows each
              link.
            </Text>
          )}
          <Note small>
            Passwords are stored as Argon2id hashes.{' '}
            <Anchor component={Link} to="/terms" inherit c="inherit" underline="always">
              Terms
            </Anchor>
          </Note>
        </Stack>
      </div>
      <ExamplePlot />
    </div>
  );
}

/** Shown once to a person whose session ended while a screen was open. */
function SessionEnded() {
  const [said, setSaid] = useState(false);
  useEffect(() => {
    if (recall('sessionEnded') === null) return;
    forget('sessionEnded');
    setSaid(true);
  }, []);
  return said ? (
    <Banner tone="info" role="status">
      Your session has ended. Sign in to continue. Unsaved changes were lost.
    </Banner>
  ) : null;
}

/** Over plain http, browsers send no `Sec-Fetch-Site`, so the server accepts writes from `PUBLIC_URL` only: every form here would fail. */
function OtherAddress({ publicUrl }: { readonly publicUrl: string }) {
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    const { isSecureContext, location } = globalThis;
    if (!isSecureContext && location.origin !== new URL(publicUrl).origin) setHere(location.origin);
  }, [publicUrl]);
  if (here === null) return null;
  return (
    <Banner tone="critical" role="alert">
      This server accepts forms only at <a href={publicUrl}>{publicUrl}</a>, not at {here}. Ask the operator to set PUBLIC_URL to the
      address that people use.
    </Banner>
  );
}
