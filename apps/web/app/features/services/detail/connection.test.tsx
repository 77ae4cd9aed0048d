import { addMs, DAY_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
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

describe('connections with the old password', () => {
  const TITLE = 'Connected with the old password';
  const passwordChangedAt = addMs(NOW, -DAY_MS);
  const known = { changedAt: passwordChangedAt, reasonAgainst: null };
  const connection = { client: 'billing-api', address: '192.0.2.10', count: 4, since: addMs(NOW, -9 * DAY_MS) };

  it('are not shown before a change, or to viewers', async () => {
    answer();
    open();
    await region('Connection Information');
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
    clearScreen();
    answer({ passwordChangedAt });
    open('viewer');
    await region('Connection Information');
    expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
    expect(api.callsOf('services.oldConnections')).toEqual([]);
  });

  it('are named, and closed after a question', async () => {
    answer({ passwordChangedAt });
    api.answer('services.oldConnections', {
      value: { ...known, connections: [connection, { ...connection, client: null, address: null }] },
    });
    api.answer('services.closeOldConnections', { value: undefined });
    open();
    const panel = await region(TITLE);
    expect(await panel.findByText('billing-api')).toBeTruthy();
    expect(panel.getByText('Without a name')).toBeTruthy();
    click('Close Connections');
    const question = await dialog('Close connections with the old password');
    api.answer('services.oldConnections', { value: { ...known, connections: [] } });
    fireEvent.click(question.getByRole('button', { name: 'Close Connections' }));
    expect(await panel.findByText(/^No client is connected from before/)).toBeTruthy();
    expect(api.callsOf('services.closeOldConnections')).toEqual([{ resourceId }]);
    expect(screen.queryByRole('button', { name: 'Close Connections' })).toBeNull();
  });

  it('that could not be closed stay, with the reason in the question', async () => {
    answer({ passwordChangedAt });
    api.answer('services.oldConnections', { value: { ...known, connections: [connection] } });
    api.answer('services.closeOldConnections', { error: 'connections_not_closed', message: 'The engine did not answer.' });
    open();
    await (await region(TITLE)).findByText('billing-api');
    click('Close Connections');
    const question = await dialog('Close connections with the old password');
    fireEvent.click(question.getByRole('button', { name: 'Close Connections' }));
    expect(await question.findByText('The engine did not answer.')).toBeTruthy();
  });

  it('say why nothing is known of them', async () => {
    answer({ passwordChangedAt });
    const reasonAgainst = 'MySQL does not say since when its clients are connected.';
    api.answer('services.oldConnections', { value: { ...known, reasonAgainst, connections: [] } });
    open();
    expect(await (await region(TITLE)).findByText(reasonAgainst)).toBeTruthy();
  });
});
