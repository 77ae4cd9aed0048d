import { Link, type MetaFunction } from '@remix-run/react';
import { Terms } from '../features/accounts/terms.tsx';
import css from '../features/accounts/terms-page.module.css';
import { Brand } from '../ui/brand.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import { ThemeToggle } from '../ui/theme-toggle/theme-toggle.tsx';

export const meta: MetaFunction = () => pageMeta('Terms', 'The terms under which this Notafter installation may be used.');

export default function TermsScreen() {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <Link to="/" className={css.home}>
          <Brand />
        </Link>
        <ThemeToggle />
      </header>
      <main>
        <Terms />
      </main>
    </div>
  );
}
