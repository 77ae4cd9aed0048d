import { Box, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { Toolbar } from '../../../ui/toolbar/toolbar.tsx';
import type { ListDialog } from './list-dialogs.tsx';
import { ManageEnvironmentsButton, useMayManageEnvironments } from './toolbar.tsx';

// Forms are loaded by the few visits that find no certificate.
const AddDomainForm = lazyPart(async () => ({ default: (await import('../add/add-domain-form.tsx')).AddDomainForm }));

/** The list before its first certificate, with the first step if the role allows it. */
export function NothingYet({ onOpen }: { readonly onOpen: (dialog: ListDialog) => void }) {
  const mayAdd = useMay('certificates/add-certificate');
  const mayDiscover = useMay('discovery/start-discovery');
  const mayManage = useMayManageEnvironments();
  return (
    <Panel label="Certificates">
      {mayManage ? <Toolbar end={<ManageEnvironmentsButton onOpen={onOpen} />} /> : null}
      <EmptyState
        title="No certificates yet"
        text={mayAdd ? 'Add a domain and see its last day here.' : 'An admin of your organization can add the first domain.'}
      >
        {mayAdd ? (
          <Box w={480} maw="100%" mt="sm">
            <AddDomainForm />
          </Box>
        ) : null}
        {mayDiscover ? (
          <Text mt="sm">
            Not sure what you have? <Link to="/discovery">Discover the certificates of a domain</Link>
          </Text>
        ) : null}
      </EmptyState>
    </Panel>
  );
}
