import { addMs, MINUTE_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen } from '../../../testing/render-app-screen.tsx';
import { operationId, sampleOperation } from '../testing/samples.ts';
import { click, createServiceStage, dialog, region, resourceId } from '../testing/service-stage.tsx';

const api = useApiServer();
beforeEach(() => window.sessionStorage.clear());
afterEach(clearScreen);

const { answer, open } = createServiceStage(api);
const gone = () => api.answer('services.get', { error: 'service_not_found', message: 'Service not found.' });
const factsOf = async (): Promise<(string | null)[]> => {
  const items = within(await screen.findByRole('list', { name: 'Facts' })).getAllByRole('listitem');
  return items.map(({ children }) => [...children].map(({ textContent }) => textContent?.trim()).join(' / '));
};

describe('the facts', () => {
  it('are those of the specification', async () => {
    answer();
    open();
    expect(await factsOf()).toEqual([
      'Solution / PostgreSQL / Database, version 18.1, updates until November 14, 2030',
      'Size (Plan) / hobbyist / t3.medium · 4 GB, 2 vCPUs',
      'Cloud / AWS',
      'Region / Europe (Frankfurt) / eu-central-1',
      'Running Since (UTC) / 2026-10-10 09:36 / 41 days ago, no restarts',
      'Certificate ends / 2027-01-08 / 49 days left',
      'Price /hr / $0.20',
      'Monthly Price (Estimated) / $144.56 / Hourly price × 730',
      'Cost so far / $194.86 / This month $104.56, forecast $142.58',
    ]);
    expect(screen.getByText('Running')).toBeTruthy();
  });

  it('say since when an engine has no updates', async () => {
    answer({ solution: 'rabbitmq', version: '3.10.8' });
    open();
    expect((await factsOf())[0]).toBe('Solution / RabbitMQ / Message Broker, version 3.10.8, no updates since July 31, 2023');
  });

  it('name the limits in force beside those of the plan, where the machine is smaller', async () => {
    answer({ size: { memoryMib: 1536, cpus: 1, diskGib: 60 } });
    open();
    expect((await factsOf())[1]).toBe('Size (Plan) / hobbyist / t3.medium · 4 GB, 2 vCPUsIn force here: 1.5 GB, 1 vCPU');
  });

  it('are remembered in the tab, for the summary of a resize', async () => {
    answer();
    open();
    await screen.findByRole('heading', { name: resourceId });
    await waitFor(() =>
      expect(
        Object.fromEntries(['resource_id', 'cloud', 'region', 'database', 'size'].map((key) => [key, window.sessionStorage.getItem(key)])),
      ).toEqual({
        resource_id: resourceId,
        cloud: 'aws',
        region: 'eu-central-1',
        database: 'postgres',
        size: 't3.medium',
      }),
    );
  });
});

describe('the certificate', () => {
  const served = async (): Promise<string | null | undefined> =>
    (await region('Certificate')).getByRole('rowheader', { name: 'Served (SHA-256)' }).parentElement?.children[1]?.textContent;

  it('is the issued one, or another one', async () => {
    answer();
    open();
    expect(await served()).toBe('The issued one');
    clearScreen();
    answer({ servedFingerprint256: 'AA:BB' });
    open();
    expect(await served()).toBe('AA:BB');
  });

  it('gets other names, and says at the field which are refused', async () => {
    answer({ extraNames: ['db.example.com'] });
    open();
    fireEvent.click((await region('Certificate')).getByRole('button', { name: 'Edit Names' }));
    const edit = await dialog(`Names of ${resourceId}`);
    const field = edit.getByRole('textbox', { name: 'Further names' });
    expect(field).toHaveProperty('value', 'db.example.com');
    fireEvent.change(field, { target: { value: 'db.example.com, db2.example.com db3' } });
    const details = [{ path: 'names.1', message: 'db2.example.com: Another organization uses this name.' }];
    api.answer('services.setNames', { error: 'service_name_taken', message: 'Another organization uses this name.', details });
    fireEvent.click(edit.getByRole('button', { name: 'Save' }));
    await edit.findByText('db2.example.com: Another organization uses this name.');
    api.answer('services.setNames', { value: null });
    fireEvent.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('services.setNames').at(-1)).toEqual({ resourceId, names: ['db.example.com', 'db2.example.com', 'db3'] });
  });

  it('is shown to viewers without a change', async () => {
    answer();
    open('viewer');
    expect((await region('Certificate')).queryByRole('button')).toBeNull();
  });
});

describe('the IP allowlist', () => {
  it('is changed, and says at the field which addresses are refused', async () => {
    answer({ allowlist: { reasonAgainst: null, ranges: ['203.0.113.0/24'] } });
    open();
    const panel = await region('IP allowlist');
    panel.getByText('Clients may connect from 203.0.113.0/24.');
    fireEvent.click(panel.getByRole('button', { name: 'Edit Allowlist' }));
    const edit = await dialog(`IP allowlist of ${resourceId}`);
    const field = edit.getByRole('textbox', { name: 'Allowed addresses' });
    expect(field).toHaveProperty('value', '203.0.113.0/24');
    fireEvent.change(field, { target: { value: '203.0.113.0/24, 2001:db8::1 x' } });
    const details = [{ path: 'ranges.2', message: 'must be an IP address or a CIDR' }];
    api.answer('services.setAllowlist', { error: 'invalid_input', message: 'Invalid input.', details });
    fireEvent.click(edit.getByRole('button', { name: 'Save' }));
    await edit.findByText('must be an IP address or a CIDR');
    api.answer('services.setAllowlist', { value: { operationId } });
    fireEvent.click(edit.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('services.setAllowlist').at(-1)).toEqual({ resourceId, ranges: ['203.0.113.0/24', '2001:db8::1', 'x'] });
  });

  it('says why the engine has none, and offers none', async () => {
    const reasonAgainst = "MySQL can't restrict the addresses of clients on the local cloud.";
    answer({ allowlist: { reasonAgainst, ranges: [] } });
    open();
    const panel = await region('IP allowlist');
    panel.getByText(reasonAgainst);
    expect(panel.queryByRole('button')).toBeNull();
  });
});

describe('an operation', () => {
  it('shows its step, and what it waits for when it takes longer than usual', async () => {
    const operation = sampleOperation({
      label: 'Waiting for the first sign-in',
      percent: 80.7,
      isSlow: true,
      lastAnswer: 'The instance is starting.',
      nextTryAt: addMs(NOW, MINUTE_MS),
    });
    answer({ status: 'deploying', operation });
    open();
    const panel = await region('Deploying');
    expect(panel.getByText('80%')).toBeTruthy();
    expect(
      panel.getByText(
        'Taking longer than usual: Waiting for the first sign-in. Last answer: The instance is starting. Next try at 09:37:00 UTC.',
      ),
    ).toBeTruthy();
  });

  it('is cancelled by an admin', async () => {
    answer({ status: 'resizing', operation: sampleOperation({ kind: 'service_resize' }) });
    open();
    await region('Resizing');
    api.answer('jobs.cancel', { value: {} });
    answer({
      status: 'resizing',
      operation: sampleOperation({ kind: 'service_resize', label: 'Restoring the previous size', isUndoing: true }),
    });
    click('Cancel');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancelling...' });
    expect(button.disabled).toBe(true);
    expect((await screen.findAllByText('Restoring the previous size')).length).toBeGreaterThan(0);
    expect(api.callsOf('jobs.cancel')).toEqual([{ id: operationId }]);
    answer();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Resizing' })).toBeNull());
  });

  it.each([
    ['viewer', 'service_resize'],
    ['admin', 'service_deletion'],
  ] as const)('has no Cancel for a %s during %s', async (role, kind) => {
    answer({ status: 'deleting', operation: sampleOperation({ kind }) });
    open(role);
    await region('Deleting');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });
});

it('says what somebody changed on its cloud, and offers its files', async () => {
  const drift = 'The machine type was changed on AWS from t3.medium to t3.large. Resize the service to bring it back.';
  answer({ drift });
  open();
  expect(await screen.findByText(drift)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(`/v1/services/${resourceId}/export?format=archive`);
});

it('says what is wrong with the service', async () => {
  answer({ status: 'unwell', problem: 'It restarts again and again.' });
  open();
  expect(await screen.findByText('It restarts again and again.')).toBeTruthy();
  expect(screen.getByText('Unhealthy')).toBeTruthy();
});

it('lists events, the newest first', async () => {
  answer();
  open();
  const events = within(await screen.findByRole('table', { name: 'Events' }))
    .getAllByRole('row')
    .slice(1);
  expect(events.map(({ textContent }) => textContent)).toEqual([
    '2026-10-10 09:36 UTCPostgreSQL 18.1 is running.',
    '2026-10-09 09:36 UTCDeployment of PostgreSQL (hobbyist) began.',
  ]);
});

it('says where support is, and sends nothing', async () => {
  answer();
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Open Support Case' }));
  const support = await dialog('Support');
  expect(support.getByText(/The administrator of this installation/)).toBeTruthy();
  expect(support.getByText(resourceId)).toBeTruthy();
  expect(new Set(api.calls.map((input) => JSON.stringify(input)))).toEqual(new Set([JSON.stringify({ resourceId })]));
});

describe('termination protection', () => {
  it('is switched at once, and keeps the service from being deleted', async () => {
    answer();
    open();
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Termination protection' });
    api.answer('services.protect', { value: undefined });
    answer({ isProtected: true });
    fireEvent.click(toggle);
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Service' }).disabled).toBe(true));
    expect(toggle.checked).toBe(true);
    expect(api.callsOf('services.protect')).toEqual([{ resourceId, isProtected: true }]);
  });

  it('goes back with a toast if it fails', async () => {
    answer();
    open();
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: 'Termination protection' });
    api.answer('services.protect', { error: 'internal', message: 'Something went wrong.' });
    fireEvent.click(toggle);
    expect(await screen.findByText('Failed to change the termination protection')).toBeTruthy();
    await waitFor(() => expect(toggle.checked).toBe(false));
  });
});

describe('Delete Service', () => {
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Service' }));
    return dialog(`Delete ${resourceId}`);
  };

  it('asks, follows the deletion, says that it is done and leads to the list', async () => {
    answer();
    api.answer('services.list', { value: { services: [], total: 0, nextCursor: null } });
    open();
    const question = await ask();
    expect(
      question.getByText('Are you sure you want to delete this service? This action is irreversible and all data will be lost.'),
    ).toBeTruthy();
    api.answer('services.delete', { value: undefined });
    answer({
      status: 'deleting',
      operation: sampleOperation({ kind: 'service_deletion', label: 'Removing the instance and its data' }),
    });
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    await region('Deleting');
    gone();
    const success = await dialog('Success');
    expect(success.getByText('The instance was terminated successfully.')).toBeTruthy();
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(api.callsOf('services.delete')).toEqual([{ resourceId }]);
  });

  it('takes a final backup first on request, and shows it', async () => {
    answer();
    open();
    const question = await ask();
    fireEvent.click(question.getByRole('checkbox', { name: 'Take a final backup first' }));
    api.answer('services.delete', { value: undefined });
    answer({ operation: sampleOperation({ kind: 'service_backup', label: 'Copying, encrypting and storing the data' }) });
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    await region('Backing up');
    expect(api.callsOf('services.delete')).toEqual([{ resourceId, backsUpFirst: true }]);
  });

  it('offers a final backup as soon as the operation at its opening has ended', async () => {
    answer({ operation: sampleOperation({ kind: 'service_backup', label: 'Copying, encrypting and storing the data' }) });
    open();
    const question = await ask();
    expect(question.queryByRole('checkbox')).toBeNull();
    answer();
    expect(await question.findByRole('checkbox', { name: 'Take a final backup first' })).toBeTruthy();
  });

  it('changes nothing on Cancel', async () => {
    answer();
    open();
    const question = await ask();
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf('services.delete')).toEqual([]);
  });

  it('says why the server refuses', async () => {
    answer();
    open();
    const question = await ask();
    api.answer('services.delete', { error: 'service_protected', message: 'Switch off termination protection first.' });
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect((await question.findByRole('alert')).textContent).toBe('Switch off termination protection first.');
  });
});

it('says so if another person deleted the service', async () => {
  answer({ status: 'deleting', operation: sampleOperation({ kind: 'service_deletion' }) });
  open();
  await region('Deleting');
  gone();
  expect(await screen.findByRole('heading', { name: 'Service not found' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('a viewer', () => {
  it('sees the connection without the password, and none of the actions', async () => {
    answer();
    open('viewer');
    const panel = await region('Connection Information');
    expect(panel.getByText('Admins of your organization see it.')).toBeTruthy();
    for (const name of ['Show password', 'Copy password', 'Change Password', 'Delete Service']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.queryByRole('link', { name: 'Resize Service' })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect((await region('Termination protection')).getByText('Off')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Open Support Case' })).toBeTruthy();
  });
});

it('stays on Loading... and then offers Retry while the service does not load', async () => {
  api.answer('services.get', { error: 'unavailable', message: 'Please try again shortly.' });
  const release = api.hold('services.get');
  open();
  expect(await screen.findByText('Loading...')).toBeTruthy();
  release();
  expect((await screen.findByRole('alert')).textContent).toContain('The service did not load');
  answer();
  click('Retry');
  expect(await screen.findByRole('heading', { name: resourceId })).toBeTruthy();
});
