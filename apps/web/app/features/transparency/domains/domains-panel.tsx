import { Button, Group } from '@mantine/core';
import { plural } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { ConfirmDialog } from '../../../ui/dialog/lazy-dialogs.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { QueryPanel } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import type { WatchedDomain, WatchedDomains } from '../types.ts';
import { type TransparencyActions, useTransparencyActions } from '../use-transparency.ts';
import { DomainsTable } from './domains-table.tsx';
import { WatchForm } from './watch-form.tsx';

const IssuersDialog = lazyDialog(() => import('./issuers-dialog.tsx'));

/** The domains whose certificates are watched: added by typing or from the monitored endpoints, verified, and removed. */
export function DomainsPanel() {
  const query = useQuery(useTRPC().transparency.domains.queryOptions());
  const mayChange = useMay('transparency/watch-domain');
  const { watch, verify, update, unwatch } = useTransparencyActions();
  const [dialog, open] = useDialog();
  const edit = (domain: WatchedDomain): void =>
    open((close) => <IssuersDialog domain={domain} issuers={query.data?.issuers ?? []} update={update} onClose={close} />);
  const remove = ({ id, domain, issuances }: WatchedDomain): void =>
    open((close) => (
      <ConfirmDialog
        title={`Remove ${domain}`}
        action="Remove Domain"
        busyAction="Removing..."
        failed="Failed to remove the domain"
        onConfirm={() => unwatch.send({ id })}
        onClose={close}
      >
        We stop searching for certificates below this domain. {plural(issuances, 'certificate')} that we found, your verdicts and the alerts
        about them are deleted, except for certificates below another watched domain, which keep them. Monitored endpoints stay.
      </ConfirmDialog>
    ));
  return (
    <>
      {mayChange ? (
        <Panel title="Watch a domain">
          <WatchForm watch={watch} />
          <Suggestions suggestions={query.data?.suggestions ?? []} watch={watch} />
        </Panel>
      ) : null}
      <Panel title="Watched domains" count={query.data?.domains.length}>
        <QueryPanel
          query={query}
          failed="Watched domains did not load"
          unaffected="They are still watched."
          skeleton={<DomainsTable domains={undefined} actions={null} />}
          isEmpty={({ domains }) => domains.length === 0}
          empty={
            <EmptyState
              plain
              title="No domain is watched"
              text={
                mayChange
                  ? 'Watch a domain to see each certificate that a CA issues below it, and to be alerted about those that nobody ordered.'
                  : 'An admin of your organization can watch the first domain.'
              }
            />
          }
        >
          {({ domains }) => (
            <DomainsTable
              domains={domains}
              actions={
                mayChange
                  ? { onEdit: edit, onRemove: remove, onVerify: ({ id }) => void verify.run({ id }), verifying: verify.sent?.id ?? null }
                  : null
              }
            />
          )}
        </QueryPanel>
      </Panel>
      {dialog}
    </>
  );
}

interface SuggestionsProps {
  readonly suggestions: WatchedDomains['suggestions'];
  readonly watch: TransparencyActions['watch'];
}

/** Domains of monitored endpoints. They are verified at once, because we reach a server below them. */
function Suggestions({ suggestions, watch }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <Group gap="xs" px="md" pb="md">
      <Note>From your endpoints:</Note>
      {suggestions.map(({ domain, endpoints }) => (
        <Button
          key={domain}
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" small />}
          title={plural(endpoints, 'endpoint')}
          aria-label={`Watch ${domain}`}
          disabled={watch.pending}
          onClick={() => void watch.run({ domain })}
        >
          {domain}
        </Button>
      ))}
    </Group>
  );
}
