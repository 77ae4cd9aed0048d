import { Box, Stack } from '@mantine/core';
import type { MetaFunction } from '@remix-run/react';
import { BrandHead } from '../features/accounts/brand-head.tsx';
import { Terms } from '../features/accounts/terms.tsx';
import { pageMeta } from '../ui/page-meta.ts';

export const meta: MetaFunction = () => pageMeta('Terms', 'The terms under which this Notafter installation may be used.');

export default function TermsScreen() {
  return (
    <Box maw={720} mx="auto" px="lg" pt="lg" pb={64}>
      <Stack gap="xl">
        <BrandHead />
        <main>
          <Terms />
        </main>
      </Stack>
    </Box>
  );
}
