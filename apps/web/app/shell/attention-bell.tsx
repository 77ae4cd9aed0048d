import { ActionIcon } from '@mantine/core';
import { attentionCount } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../api/trpc.ts';
import { Hint } from '../ui/hint/hint.tsx';
import { Icon } from '../ui/icons.tsx';
import css from './attention-bell.module.css';

/** Spec 1 section 9: the badge is refreshed every 5 minutes. */
const REFRESH_MS = 300_000;

/** How many certificates are expired or expire within 30 days. A failed refresh keeps the last number. */
export function AttentionBell() {
  const trpc = useTRPC();
  const stats = useQuery({ ...trpc.certificates.stats.queryOptions(), refetchInterval: REFRESH_MS });
  const count = stats.data === undefined ? 0 : attentionCount(stats.data);
  const label = count === 0 ? 'No urgent notifications' : `${count} certificates need attention`;
  return (
    <Hint text={label} align="end">
      <ActionIcon component={Link} to="/certificates" variant="subtle" color="gray" size={32} className={css.bell ?? ''} aria-label={label}>
        <Icon name="bell" />
        {count === 0 ? null : <span className={css.badge}>{count > 99 ? '99+' : count}</span>}
      </ActionIcon>
    </Hint>
  );
}
