import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import type { CertificateDetail } from '../types.ts';

const ReplaceDialog = lazyDialog(() => import('./replace-dialog.tsx'));
const ChangeDateDialog = lazyDialog(() => import('./change-date-dialog.tsx'));

/** Takes the place of Check on the page of an upload or a date. */
export function EditButton({ certificate }: { readonly certificate: CertificateDetail }) {
  const [open, setOpen] = useState(false);
  const [label, Dialog] =
    certificate.source === 'date' ? (['Change Date', ChangeDateDialog] as const) : (['Replace Certificate', ReplaceDialog] as const);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={certificate.source === 'date' ? 'calendar' : 'upload'} small />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open ? <Dialog certificate={certificate} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
