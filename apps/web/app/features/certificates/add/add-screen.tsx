import { Box, Stack } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Banner } from '../../../ui/banner/banner.tsx';
import { Panel } from '../../../ui/panel/panel.tsx';
import { ImportPanel } from '../import/import-panel.tsx';
import type { CertificateView } from '../types.ts';
import { AddDomainForm } from './add-domain-form.tsx';
import css from './add-screen.module.css';
import { AddedPanel } from './added-panel.tsx';
import { DomainGuidelines } from './domain-guidelines.tsx';

export function AddScreen() {
  const mayAdd = useMay('certificates/add-certificate');
  const mayImport = useMay('certificates/start-import');
  const [added, setAdded] = useState<CertificateView | null>(null);
  return (
    <div className={css.columns}>
      <Stack>
        {mayAdd ? (
          <Panel label="Add Certificate">
            <Box p="lg">
              <AddDomainForm onAdded={setAdded} />
            </Box>
          </Panel>
        ) : (
          <Banner tone="info">Your role does not allow this. An admin of your organization can add domains.</Banner>
        )}
        {added === null ? null : <AddedPanel key={added.id} certificate={added} />}
        {mayImport ? <ImportPanel /> : null}
      </Stack>
      <DomainGuidelines />
    </div>
  );
}
