import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { EditTags } from '../tags/edit-tags.tsx';
import { TagChips } from '../tags/tag-chips.tsx';
import type { CertificateDetail } from '../types.ts';
import css from './tags-card.module.css';

export function TagsCard({ certificate }: { readonly certificate: CertificateDetail }) {
  const mayEdit = useMay('certificates/update-certificate-tags');
  const [editing, setEditing] = useState(false);
  const { tags, environmentName } = certificate;
  const isBare = environmentName === null && Object.keys(tags).length === 0;
  return (
    <Panel
      title="Tags & Environment"
      {...(mayEdit
        ? {
            aside: (
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
            ),
          }
        : {})}
    >
      <div className={css.body}>
        {isBare ? <p className={css.none}>No tags and no environment.</p> : <TagChips environmentName={environmentName} tags={tags} />}
      </div>
      <EditTags certificate={editing ? certificate : null} onClose={() => setEditing(false)} />
    </Panel>
  );
}
