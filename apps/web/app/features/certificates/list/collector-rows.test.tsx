import { addMs, brandId, type CollectorState, HOUR_MS } from '@notafter/domain';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleCertificate, sampleList, sampleStats } from '../testing/samples.ts';
import { ListScreen } from './list-screen.tsx';

const api = useApiServer();
beforeEach(() => {
  api.answer('certificates.facets', { value: { environments: [], tags: [], protocols: [] } });
  api.answer('certificates.stats', { value: sampleStats() });
});
afterEach(clearScreen);

const collectorOf = (name: string, state: CollectorState, seenAt: Date | null) => ({
  collector: { id: brandId<'collector'>('0198b5a0-0000-7000-8000-000000000401'), name, state, lastReportAt: NOW, seenAt },
});

it('says under the domain which collector saw the row and when, so that one name seen from three places can be told apart', async () => {
  const domain = 'shop.internal';
  const ago = addMs(NOW, -3 * HOUR_MS);
  const places = [
    {},
    collectorOf('Vault network', 'active', ago),
    collectorOf('Factory', 'silent', addMs(ago, -48 * HOUR_MS)),
    collectorOf('Branch', 'forked', ago),
    collectorOf('Depot', 'active', null),
  ];
  const rows = places.map((place, index) => sampleCertificate(index, 60, { domain, host: domain, ...place }));
  api.answer('certificates.list', { value: sampleList(rows) });
  renderAppScreen(<ListScreen />, { at: '/certificates' });
  const links = await screen.findAllByRole('link', { name: domain });
  const lines = links.map((link) => {
    const line = within(link.closest('tr') ?? link).queryByText(/^via /);
    return line === null ? null : [line.textContent, line.dataset.tone];
  });
  expect(lines).toEqual([
    null,
    ['via Vault network, 3 hours ago', 'info'],
    ['via Factory, silent, 2 days ago', 'warning'],
    ['via Branch, key copied, 3 hours ago', 'expired'],
    ['via Depot, not reported yet', 'info'],
  ]);
  expect(screen.getAllByRole('button', { name: `Check ${domain}` })).toHaveLength(1);
});
