import { fireEvent, screen, within } from '@testing-library/react';
import type { useApiServer } from '../../../testing/api-server.ts';
import { renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { ServiceScreen } from '../detail/service-screen.tsx';
import type { ServiceDetail } from '../types.ts';
import { sampleDetail } from './samples.ts';

export const resourceId = 'pg-7f3a91c2';

/** The screen of one service. */
export const createServiceStage = (api: ReturnType<typeof useApiServer>) => ({
  answer: (changes: Partial<ServiceDetail> = {}): void => {
    api.answer('services.get', { value: sampleDetail(changes) });
    api.answer('services.backups', { value: { backups: [], drills: [] } });
  },
  open: (role: 'admin' | 'viewer' = 'admin', at = `/services/${resourceId}`) =>
    renderAppScreen(<ServiceScreen resourceId={resourceId} />, { at, path: '/services/:resourceId', role }),
});

export const region = async (name: string) => within(await screen.findByRole('region', { name }));
export const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
