import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleCertificate, sampleStats } from '../testing/samples.ts';
import { AddScreen } from './add-screen.tsx';

const api = useApiServer();
beforeEach(() => {
  api.answer('certificates.stats', { value: sampleStats() });
  api.answer('anchors.list', { value: { sets: [] } });
});
afterEach(clearScreen);

const open = (role: 'admin' | 'viewer' = 'admin') =>
  renderAppScreen(<AddScreen />, { at: '/certificates/add', path: '/certificates/add', role });
const input = () => screen.getByLabelText<HTMLInputElement>('Enter Domain');
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add Certificate' });
const add = async (domain: string) => {
  fireEvent.change(await screen.findByLabelText('Enter Domain'), { target: { value: domain } });
  fireEvent.click(button());
};

it('sends nothing while the input is blank', async () => {
  open();
  await screen.findByLabelText('Enter Domain');
  expect(button().disabled).toBe(true);
  fireEvent.change(input(), { target: { value: '   ' } });
  expect(button().disabled).toBe(true);
});

it('shows the certificate, and is ready for the next domain', async () => {
  api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 81) } });
  open();
  await add('  host-1.example.com ');
  expect(await screen.findByText('Certificate added successfully!')).toBeTruthy();
  expect(api.callsOf('certificates.add')).toEqual([{ domain: 'host-1.example.com' }]);
  expect((await screen.findByRole('link', { name: 'View Details' })).getAttribute('href')).toContain('/certificates/0198b5a0');
  expect(input().value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(input()));
});

it('adds an endpoint of another protocol by its parts, and keeps to the ports there are', async () => {
  api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 81) } });
  open();
  fireEvent.change(await screen.findByLabelText('Enter Domain'), { target: { value: 'mail.example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Protocol, server name, address' }));
  fireEvent.change(await screen.findByLabelText('Protocol'), { target: { value: 'smtp' } });
  fireEvent.change(screen.getByLabelText('Port'), { target: { value: '70000' } });
  fireEvent.change(screen.getByLabelText('IP address'), { target: { value: '192.0.2.10' } });
  fireEvent.click(button());
  expect(await screen.findByText('Use a number from 1 to 65535.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Port'), { target: { value: '587' } });
  fireEvent.click(button());
  expect(await screen.findByText('Certificate added successfully!')).toBeTruthy();
  expect(api.callsOf('certificates.add')).toEqual([{ domain: 'mail.example.com', protocol: 'smtp', port: 587, address: '192.0.2.10' }]);
});

it('adds an endpoint with its own trust anchors, if there are any', async () => {
  const id = '0198b5a0-0000-7000-8000-000000000301';
  api.answer('anchors.list', { value: { sets: [{ id, name: 'Corp PKI' }] } });
  api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 81) } });
  open();
  fireEvent.change(await screen.findByLabelText('Enter Domain'), { target: { value: 'intranet.example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Protocol, server name, address' }));
  fireEvent.change(await screen.findByLabelText('Trust anchors'), { target: { value: id } });
  fireEvent.click(button());
  expect(await screen.findByText('Certificate added successfully!')).toBeTruthy();
  expect(api.callsOf('certificates.add')).toEqual([{ domain: 'intranet.example.com', anchors: id }]);
});

describe('a refused domain', () => {
  it.each([
    ['certificate_limit', 'Certificate limit reached. Upgrade your plan to add more certificates.', undefined],
    ['certificate_exists', 'This domain is already monitored.', undefined],
    ['target_unreachable', 'Connection refused by 192.0.2.1:443.', undefined],
    ['forbidden', 'Your role does not allow this.', undefined],
    ['internal', 'Something went wrong on our side. Please try again.', 'Failed to add certificate'],
  ] as const)('for %s shows its text at the input, which keeps what was typed', async (error, message, shown) => {
    api.answer('certificates.add', { error, message });
    open();
    await add('example.com');
    expect(await screen.findByText(shown ?? message)).toBeTruthy();
    expect(input().value).toBe('example.com');
  });

  it('shows the documented text if the server does not answer', async () => {
    api.answer('certificates.add', 'silence');
    open();
    await add('example.com');
    expect(await screen.findByText('Failed to add certificate')).toBeTruthy();
  });

  it('is cleared by the next key', async () => {
    api.answer('certificates.add', { error: 'certificate_exists', message: 'This domain is already monitored.' });
    open();
    await add('example.com');
    await screen.findByText('This domain is already monitored.');
    fireEvent.change(input(), { target: { value: 'example.org' } });
    await waitFor(() => expect(screen.getByText('Enter domain without http:// or https://')).toBeTruthy());
  });
});

it('offers viewers no form', async () => {
  open('viewer');
  expect(await screen.findByText(/Your role does not allow this/)).toBeTruthy();
  expect(screen.queryByLabelText('Enter Domain')).toBeNull();
});
