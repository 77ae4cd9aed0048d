import { Anchor, Button } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useSellsPlans } from '../../shell/session.ts';

interface UpgradeLinkProps {
  /** `text` is for sentences, `button` is the only action of a card. */
  readonly look?: 'button' | 'text';
}

/** Leads to the plans. Shows nothing if none is sold. */
export function UpgradeLink({ look = 'button' }: UpgradeLinkProps) {
  if (!useSellsPlans()) return null;
  return look === 'text' ? (
    <Anchor component={Link} to="/billing" inherit underline="always">
      Upgrade Plan
    </Anchor>
  ) : (
    <Button component={Link} to="/billing" size="sm">
      Upgrade Plan
    </Button>
  );
}
