import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Brand } from '../../ui/brand.tsx';
import { ThemeToggle } from '../../ui/theme-toggle/theme-toggle.tsx';
import css from './account-layout.module.css';
import { ExamplePlot } from './example-plot.tsx';

/** The frame of sign-in and its neighbours: the form on the left, on wide screens the axis on the right. */
export function AccountLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.split}>
      <div className={css.side}>
        <header className={css.head}>
          <Link to="/" className={css.home}>
            <Brand />
          </Link>
          <ThemeToggle />
        </header>
        <main className={css.main}>{children}</main>
        <footer className={css.foot}>
          Passwords are stored as Argon2id hashes. <Link to="/terms">Terms</Link>
        </footer>
      </div>
      <ExamplePlot />
    </div>
  );
}
