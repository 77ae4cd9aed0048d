import { Box, Button } from '@mantine/core';
import { useMay } from '../../../shell/session.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { ServiceDetail } from '../types.ts';

const AllowlistDialog = lazyDialog(() => import('./allowlist-dialog.tsx'));

const textOf = ({ reasonAgainst, ranges }: ServiceDetail['allowlist']): string => {
  if (reasonAgainst !== null) return reasonAgainst;
  return ranges.length === 0 ? 'Clients may connect from any address.' : `Clients may connect from ${ranges.join(', ')}.`;
};

/** The addresses that clients of the service connect from. */
export function AllowlistPanel({ service }: { readonly service: ServiceDetail }) {
  const maySet = useMay('services/set-allowlist');
  const [dialog, open] = useDialog();
  const canSet = maySet && service.allowlist.reasonAgainst === null;
  return (
    <Panel
      title="IP allowlist"
      aside={
        canSet ? (
          <Button
            variant="default"
            size="sm"
            disabled={service.operation !== null}
            onClick={() => open((close) => <AllowlistDialog service={service} onClose={close} />)}
          >
            Edit Allowlist
          </Button>
        ) : undefined
      }
    >
      <Box px="md" py="sm">
        <Note>{textOf(service.allowlist)}</Note>
      </Box>
      {dialog}
    </Panel>
  );
}
