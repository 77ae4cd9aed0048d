import { Anchor, Box, Button } from '@mantine/core';
import { plural } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { addressOf } from '../../../api/address.ts';
import { useMay } from '../../../shell/session.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { Collector } from '../types.ts';
import { useCollectorActions, useIsInPlan } from '../use-collectors.ts';

const AskDialog = lazyDialog(() => import('./ask-dialog.tsx'));

/** How many endpoints it checks, and the way to ask it for another. */
export function EndpointsPanel({ collector }: { readonly collector: Pick<Collector, 'id' | 'name' | 'state' | 'endpoints'> }) {
  const mayAsk = useMay('collectors/ask-collector');
  const isInPlan = useIsInPlan();
  const { ask } = useCollectorActions();
  const [dialog, open] = useDialog();
  const { name, state, endpoints } = collector;
  return (
    <Panel
      title="Endpoints"
      count={endpoints}
      aside={
        mayAsk && isInPlan && state !== 'revoked' ? (
          <Button
            variant="default"
            size="sm"
            onClick={() => open((close) => <AskDialog collector={collector} ask={ask} onClose={close} />)}
          >
            Ask to Check an Endpoint
          </Button>
        ) : null
      }
    >
      <Box px="md" py="sm">
        <Note>
          {endpoints === 0 ? (
            'It reports no endpoints. Name them in its own file, or ask it here.'
          ) : (
            <>
              It checks{' '}
              <Anchor
                component={Link}
                to={addressOf('/certificates', { q: `collector:"${name}" kind:endpoint` })}
                inherit
                underline="always"
              >
                {plural(endpoints, 'endpoint')}
              </Anchor>
              . Checks and alerts there follow its reports.
            </>
          )}
        </Note>
      </Box>
      {dialog}
    </Panel>
  );
}
