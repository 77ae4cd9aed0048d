import { Box, Button, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { statusWords } from '../../../ui/badge/badge.tsx';
import { lazyPart } from '../../../ui/lazy/lazy.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { Toolbar } from '../../../ui/toolbar/toolbar.tsx';
import type { ListDialog } from './list-dialogs.tsx';
import { initialListState, isNarrowed, type ListState, listHref, useListState } from './list-state.ts';
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

const described = (state: ListState): string => {
  const { search, status } = state;
  const what = status === 'all' ? 'No certificate' : `No certificate with status ${statusWords[status]}`;
  const where = isNarrowed(state) ? ' under these filters' : '';
  return search === '' ? `${what}${where === '' ? ' right now' : where}.` : `${what}${where} matches \u201c${search}\u201d.`;
};

/** The state of a list whose filter matches no certificate. */
export function NoMatch() {
  const [state] = useListState();
  const { sort, order, rows } = state;
  return (
    <EmptyState plain title="No match" text={described(state)}>
      <Button component={Link} to={listHref({ ...initialListState, sort, order, rows })} size="sm" variant="default">
        Show all certificates
      </Button>
    </EmptyState>
  );
}

/** The state of a link whose search has a syntax error. `text` is the server's, and says what to change. */
export function SearchRefused({ text }: { readonly text: string }) {
  const [state] = useListState();
  return (
    <div role="alert">
      <EmptyState plain title="This search is not valid" text={text}>
        <Button component={Link} to={listHref({ ...state, search: '', cursor: null })} size="sm" variant="default">
          Clear search
        </Button>
      </EmptyState>
    </div>
  );
}
