import { Link } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import { forget, recall } from '../../api/browser-store.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Brand } from '../../ui/brand.tsx';
import { ThemeToggle } from '../../ui/theme-toggle/theme-toggle.tsx';
import css from './account-layout.module.css';
import { ExamplePlot } from './example-plot.tsx';

interface AccountLayoutProps {
  /** False: who waits for a mail waits in vain, and is told where it is. */
  readonly sendsMail: boolean;
  /** The address people are to use; null where it is not known. */
  readonly publicUrl: string | null;
  readonly children: ReactNode;
}

/** The frame of sign-in and its neighbours: the form on the left, on wide screens the axis on the right. */
export function AccountLayout({ sendsMail, publicUrl, children }: AccountLayoutProps) {
  return (
    <div className={css.split}>
      <div className={css.side}>
        <header className={css.head}>
          <Link to="/" className={css.home}>
            <Brand />
          </Link>
          <ThemeToggle />
        </header>
        <main className={css.main}>
          <SessionEnded />
          {publicUrl === null ? null : <OtherAddress publicUrl={publicUrl} />}
          {children}
        </main>
        <footer className={css.foot}>
          {sendsMail ? null : (
            <p className={css.mail}>
              No mail server is set up here. Mail is written to <code>outbox</code> in the data directory, and the server's log shows each
              link.
            </p>
          )}
          Passwords are stored as Argon2id hashes. <Link to="/terms">Terms</Link>
        </footer>
      </div>
      <ExamplePlot />
    </div>
  );
}

/** Said once to whoever was taken away from a screen because their session had ended. */
function SessionEnded() {
  const [said, setSaid] = useState(false);
  useEffect(() => {
    if (recall('sessionEnded') === null) return;
    forget('sessionEnded');
    setSaid(true);
  }, []);
  return said ? (
    <Banner tone="info" role="status">
      Your session has ended. Sign in to go on; what was not saved has to be entered again.
    </Banner>
  ) : null;
}

/**
 * Over plain http beyond localhost a browser does not say that a write comes from our own page, and the server takes it
 * from `PUBLIC_URL` alone: every form here would fail.
 */
function OtherAddress({ publicUrl }: { readonly publicUrl: string }) {
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    const { isSecureContext, location } = globalThis;
    if (!isSecureContext && location.origin !== new URL(publicUrl).origin) setHere(location.origin);
  }, [publicUrl]);
  if (here === null) return null;
  return (
    <Banner tone="critical" role="alert">
      This server takes input at <a href={publicUrl}>{publicUrl}</a> alone, not at {here}. Whoever runs it sets PUBLIC_URL to the address
      that people use.
    </Banner>
  );
}
