import { SECOND_MS } from '@notafter/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';

/** Spec 2 section 4. */
const SHOWN_MS = 2 * SECOND_MS;

/** Says that nothing is left of a service, and closes by itself. */
export default function TerminatedDialog({ onClose }: { readonly onClose: () => void }) {
  const { services } = useTRPC();
  const queries = useQueryClient();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    void queries.invalidateQueries(services.list.pathFilter());
    const timer = window.setTimeout(() => close.current(), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [queries, services]);
  return (
    <Dialog title="Success" onClose={onClose}>
      <div role="status">
        <StatusLine tone="valid" plain>
          The instance was terminated successfully.
        </StatusLine>
      </div>
    </Dialog>
  );
}
