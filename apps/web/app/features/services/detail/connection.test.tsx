import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen } from '../../../testing/render-app-screen.tsx';
import { operationId, sampleOperation } from '../testing/samples.ts';
import { click, createServiceStage, dialog, region, resourceId } from '../testing/service-stage.tsx';

const api = useApiServer();
afterEach(clearScreen);

const { answer, open } = createServiceStage(api);

describe('the connection', () => {
  it('shows the password to an admin on request, and hides it', async () => {
    answer();
    api.answer('services.revealPassword', { value: { user: 'postgres', password: 'Secret9Word' } });
    open();
    const panel = await region('Connection Information');
    expect(panel.getByText('pg-7f3a91c2.svc.harborline.example:5432')).toBeTruthy();
    expect(panel.queryByText('Secret9Word')).toBeNull();
    expect(api.callsOf('services.revealPassword')).toEqual([]);
    click('Show password');
    expect(await panel.findByText('Secret9Word')).toBeTruthy();
    click('Hide password');
    expect(panel.queryByText('Secret9Word')).toBeNull();
    expect(api.callsOf('services.revealPassword')).toEqual([{ resourceId }]);
  });

  it('copies the password without showing it', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    answer();
    api.answer('services.revealPassword', { value: { user: 'postgres', password: 'Secret9Word' } });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy password' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith('Secret9Word'));
    expect(screen.queryByText('Secret9Word')).toBeNull();
  });

  it('says why the password cannot be shown', async () => {
    answer();
    api.answer('services.revealPassword', { error: 'forbidden', message: 'Your role does not allow this.' });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show password' }));
    expect(await screen.findByText('Your role does not allow this.')).toBeTruthy();
  });

  it('forgets the password that a change replaces', async () => {
    answer();
    api.answer('services.revealPassword', { value: { user: 'postgres', password: 'Secret9Word' } });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show password' }));
    await screen.findByText('Secret9Word');
    api.answer('services.rotatePassword', { value: { operationId } });
    answer({ status: 'rotating', operation: sampleOperation({ kind: 'service_rotation', label: 'Setting the password' }) });
    click('Change Password');
    const question = await dialog(`Change password of ${resourceId}`);
    fireEvent.click(question.getByRole('button', { name: 'Change Password' }));
    expect(await screen.findByRole('progressbar', { name: 'Changing password' })).toBeTruthy();
    expect(screen.queryByText('Secret9Word')).toBeNull();
    expect(api.callsOf('services.rotatePassword')).toEqual([{ resourceId }]);
  });

  it('is not offered to be changed if only the service itself can', async () => {
    answer({ canRotatePassword: false });
    open();
    await region('Connection Information');
    expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull();
  });

  it('has each port of a solution with several', async () => {
    const ports = [
      { name: 'native', port: 5672 },
      { name: 'mqtt', port: 1883 },
      { name: 'ui', port: 443 },
    ];
    answer({ solution: 'rabbitmq', ports });
    open();
    const panel = await region('Connection Information');
    expect(panel.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Service URI',
      'Port',
      'Port (MQTT)',
      'Port (UI)',
      'Default User',
      'Password',
    ]);
  });

  it('waits until the service is up', async () => {
    answer({ host: null, ports: [], authority: null, runningSince: null, status: 'deploying', operation: sampleOperation() });
    open();
    const panel = await region('Connection Information');
    expect(panel.getByText('It appears here when the service is up.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Connect' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Resize Service' })).toBeNull();
  });
});

describe('the lines to connect with', () => {
  it('are those of psql first, and of another client by its address', async () => {
    answer();
    open();
    const panel = await region('Connect');
    expect(panel.getByText(/^psql "host=pg-7f3a91c2\.svc\.harborline\.example port=5432 .* sslmode=verify-full/)).toBeTruthy();
    fireEvent.click(panel.getByRole('link', { name: 'Node' }));
    expect(await panel.findByText(/const sql = postgres/)).toBeTruthy();
    expect(panel.queryByText(/^psql "/)).toBeNull();
  });

  it('come with the CA file', async () => {
    answer();
    open();
    const file = await screen.findByRole('link', { name: 'Download CA File' });
    expect(file.getAttribute('download')).toBe('pg-7f3a91c2-ca.pem');
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('-----BEGIN CERTIFICATE-----\nMIIB\n');
  });
});
