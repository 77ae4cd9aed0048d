import { Group, Switch } from '@mantine/core';
import { useTRPC } from '../../../api/trpc.ts';
import { useMay } from '../../../shell/session.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import type { ServiceDetail } from '../types.ts';

/** Keeps the service from being deleted by mistake. */
export function ProtectionPanel({ service: { resourceId, isProtected } }: { readonly service: ServiceDetail }) {
  const { services } = useTRPC();
  const mayProtect = useMay('services/protect-service');
  const protect = useAction(services.protect.mutationOptions(), {
    failed: 'Failed to change the termination protection',
    refresh: [services.get.pathFilter()],
  });
  const shown = protect.sent?.isProtected ?? isProtected;
  return (
    <Panel title="Termination protection" aside={mayProtect ? undefined : isProtected ? 'On' : 'Off'}>
      <Group px="md" py="sm" gap="sm" justify="space-between" wrap="nowrap">
        <Note>While it is on, nobody can delete the service.</Note>
        {mayProtect ? (
          <Switch
            size="sm"
            aria-label="Termination protection"
            checked={shown}
            disabled={protect.pending}
            onChange={(event) => void protect.run({ resourceId, isProtected: event.currentTarget.checked })}
          />
        ) : null}
      </Group>
    </Panel>
  );
}
