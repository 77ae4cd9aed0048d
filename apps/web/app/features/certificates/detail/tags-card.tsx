import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy/lazy.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { TagChips } from '../tags/tag-chips.tsx';
import type { CertificateDetail } from '../types.ts';

const EditTagsDialog = lazyDialog(() => import('../tags/edit-tags-dialog.tsx'));

export function TagsCard({ certificate }: { readonly certificate: CertificateDetail }) {
  const mayEdit = useMay('certificates/update-certificate-tags');
  const [editing, setEditing] = useState(false);
  const { tags, environmentName } = certificate;
  const isBare = environmentName === null && Object.keys(tags).length === 0;
  const edit = (
    <Button
      variant="subtle"
      color="gray"
      size="sm"
      aria-haspopup="dialog"
      leftSection={<Icon name="edit" small />}
      onClick={() => setEditing(true)}
    >
      Edit
    </Button>
  );
  return (
    <Panel title="Tags & Environment" aside={mayEdit ? edit : null}>
      <Box p="md">{isBare ? <Note>No tags and no environment.</Note> : <TagChips environmentName={environmentName} tags={tags} />}</Box>
      {editing ? <EditTagsDialog certificate={certificate} onClose={() => setEditing(false)} /> : null}
    </Panel>
  );
}
