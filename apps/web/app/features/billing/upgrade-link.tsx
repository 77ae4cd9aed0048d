import { Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useSellsPlans } from '../../shell/session.ts';
import css from './upgrade-link.module.css';

interface UpgradeLinkProps {
  /** `text` stands in a sentence or a line, `button` is a card's one action. */
  readonly look?: 'button' | 'text';
}

/** Leads from what a plan lacks to the plans; nothing where none is sold. */
export function UpgradeLink({ look = 'button' }: UpgradeLinkProps) {
  if (!useSellsPlans()) return null;
  return look === 'text' ? (
    <Link to="/billing" className={css.text}>
      Upgrade Plan
    </Link>
  ) : (
    <Button component={Link} to="/billing" size="sm">
      Upgrade Plan
    </Button>
  );
}
