import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { AddScreen } from '../add/add-screen.tsx';
import { DetailScreen } from '../detail/detail-screen.tsx';
import { sampleCertificate, sampleDetail, sampleHistory, sampleStats } from '../testing/samples.ts';
import type { CertificateDetail } from '../types.ts';

const api = useApiServer();
beforeEach(() => {
  api.answer('certificates.stats', { value: sampleStats() });
});
afterEach(clearScreen);

// DER that begins as a certificate and as a PKCS #8 key do; nothing here reads further.
const der = (...bytes: readonly number[]): string => btoa(String.fromCharCode(...bytes, ...Array.from({ length: 40 }, () => 7)));
const CERTIFICATE = `-----BEGIN CERTIFICATE-----\n${der(0x30, 0x82, 1, 0, 0x30, 0x82, 1, 0, 0xa0, 3)}\n-----END CERTIFICATE-----\n`;
const KEY_BODY = der(0x30, 0x2e, 2, 1, 0);
const KEY = `-----BEGIN PRIVATE KEY-----\n${KEY_BODY}\n-----END PRIVATE KEY-----\n`;

const choose = async (kind: string) => {
  renderAppScreen(<AddScreen />, { at: '/certificates/add', path: '/certificates/add', role: 'admin' });
  fireEvent.click(await screen.findByRole('radio', { name: kind }));
};
const certificateField = () => screen.findByLabelText<HTMLTextAreaElement>('Certificate');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const pick = async (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = new File([bytes.slice().buffer], name);
  fireEvent.change(await screen.findByLabelText('Certificate file', { selector: 'input[type=file]' }), { target: { files: [file] } });
};

describe('a certificate file', () => {
  it('is sent with its name', async () => {
    api.answer('certificates.upload', {
      value: { certificate: sampleCertificate(1, 81, { source: 'upload', domain: 'VPN', host: '', port: 0 }) },
    });
    await choose('Certificate file');
    fireEvent.change(await certificateField(), { target: { value: CERTIFICATE } });
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' VPN ' } });
    fireEvent.click(button('Add Certificate'));
    expect(await screen.findByText('Certificate added successfully!')).toBeTruthy();
    expect(api.callsOf('certificates.upload')).toEqual([{ certificate: CERTIFICATE, name: 'VPN' }]);
    expect(await screen.findByText('Uploaded')).toBeTruthy();
    expect(screen.queryByText('Next check')).toBeNull();
  });

  it('keeps a private key in the browser, pasted or in a file, and says so', async () => {
    api.answer('certificates.upload', { value: { certificate: sampleCertificate(1, 81, { source: 'upload' }) } });
    await choose('Certificate file');
    fireEvent.change(await certificateField(), { target: { value: KEY + CERTIFICATE } });
    expect(await screen.findByText(/We left a private key out/)).toBeTruthy();
    expect((await certificateField()).value).toBe(CERTIFICATE);
    fireEvent.change(await certificateField(), { target: { value: '' } });
    await pick('server.pem', CERTIFICATE + KEY);
    await waitFor(async () => expect((await certificateField()).value).toBe(CERTIFICATE));
    fireEvent.click(button('Add Certificate'));
    expect(await screen.findByText('Certificate added successfully!')).toBeTruthy();
    expect(JSON.stringify(api.callsOf('certificates.upload'))).not.toContain(KEY_BODY);
  });

  it('with nothing but a key, or with no certificate, is not sent', async () => {
    await choose('Certificate file');
    for (const typed of [KEY, 'hello', '-----BEGIN CERTIFICATE-----']) {
      fireEvent.change(await certificateField(), { target: { value: typed } });
      fireEvent.click(button('Add Certificate'));
      expect(await screen.findByText(/No certificate found/)).toBeTruthy();
    }
    await pick(
      'key.der',
      Uint8Array.from(atob(KEY_BODY), (each) => each.charCodeAt(0)),
    );
    expect(await screen.findByText(/We left a private key out/)).toBeTruthy();
    expect(api.callsOf('certificates.upload')).toEqual([]);
  });

  it('that the server refuses shows why at its field', async () => {
    const message = 'This file has 2 certificates.';
    api.answer('certificates.upload', { error: 'upload_invalid', message, details: [{ path: 'certificate', message }] });
    await choose('Certificate file');
    fireEvent.change(await certificateField(), { target: { value: CERTIFICATE } });
    fireEvent.click(button('Add Certificate'));
    expect(await screen.findByText(message)).toBeTruthy();
    expect((await certificateField()).value).toBe(CERTIFICATE);
  });
});

describe('a date', () => {
  it('is sent as an instant in UTC', async () => {
    api.answer('certificates.addDate', {
      value: { certificate: sampleCertificate(1, 81, { source: 'date', domain: 'SAML key', notBefore: null }) },
    });
    await choose('Date');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'SAML key' } });
    fireEvent.change(screen.getByLabelText('Expires (UTC)'), { target: { value: '2027-06-30T12:00' } });
    fireEvent.click(button('Add Date'));
    expect(await screen.findByText('Date added successfully!')).toBeTruthy();
    expect(api.callsOf('certificates.addDate')).toEqual([{ name: 'SAML key', expiresAt: new Date('2027-06-30T12:00:00Z'), issuer: null }]);
  });

  it('needs a name and a whole date', async () => {
    await choose('Date');
    fireEvent.click(await screen.findByRole('button', { name: 'Add Date' }));
    expect(await screen.findByText('Enter a name.')).toBeTruthy();
    expect(screen.getByText('Enter a date and a time.')).toBeTruthy();
    expect(api.callsOf('certificates.addDate')).toEqual([]);
  });
});

describe('the page', () => {
  const open = (certificate: CertificateDetail, role: 'admin' | 'viewer' = 'admin') => {
    api.answer('certificates.history', { value: sampleHistory() });
    api.answer('certificates.renewals', { value: { renewals: [] } });
    api.answer('certificates.lint', { value: { findings: [] } });
    api.answer('notifications.certificateAlerts', {
      value: { days: [7, 1], chosenBy: 'organization', ruleId: null, snoozedUntil: null, channels: [], routes: [], open: [] },
    });
    api.answer('certificates.get', { value: { certificate } });
    renderAppScreen(<DetailScreen id={certificate.id} />, { at: `/certificates/${certificate.id}`, path: '/certificates/:id', role });
  };
  const none = { host: '', port: 0, protocol: null, cipher: null, address: null, lastCheckedAt: null } as const;

  it('of an upload has no check and nothing of a connection, and replaces it', async () => {
    const upload = sampleDetail(81, { ...none, source: 'upload', domain: 'VPN', version: 3 });
    open(upload);
    fireEvent.click(await screen.findByRole('button', { name: 'Replace Certificate' }));
    for (const name of ['Check', 'Change Date']) expect(screen.queryByRole('button', { name })).toBeNull();
    for (const text of ['Hostname', 'Protocol', 'Not checked yet']) expect(screen.queryByText(text)).toBeNull();
    api.answer('certificates.replaceUpload', { value: { certificate: upload } });
    fireEvent.change(await certificateField(), { target: { value: KEY + CERTIFICATE } });
    fireEvent.click(button('Replace'));
    expect(await screen.findByText('Certificate replaced successfully!')).toBeTruthy();
    expect(api.callsOf('certificates.replaceUpload')).toEqual([{ id: upload.id, certificate: CERTIFICATE, version: 3 }]);
  });

  it('of a date shows its days and its issuer, and changes it', async () => {
    const dated = {
      ...none,
      source: 'date',
      domain: 'SAML key',
      issuer: 'Acme',
      notBefore: null,
      chain: [],
      san: [],
      fingerprint256: null,
    } as const;
    const date = sampleDetail(81, { ...dated, version: 2 });
    open(date);
    fireEvent.click(await screen.findByRole('button', { name: 'Change Date' }));
    expect(screen.getByText('81')).toBeTruthy();
    expect(screen.getByText('Acme')).toBeTruthy();
    for (const text of ['Chain health', 'Trust anchors', 'Compare']) expect(screen.queryByText(text)).toBeNull();
    api.answer('certificates.updateDate', { value: { certificate: date } });
    fireEvent.change(await screen.findByLabelText('Expires (UTC)'), { target: { value: '2028-01-31T00:00' } });
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Change Date' }));
    expect(await screen.findByText('Date changed successfully!')).toBeTruthy();
    expect(api.callsOf('certificates.updateDate')).toEqual([
      { id: date.id, expiresAt: new Date('2028-01-31T00:00:00Z'), issuer: 'Acme', version: 2 },
    ]);
  });

  it('offers viewers no change', async () => {
    open(sampleDetail(81, { ...none, source: 'upload', domain: 'VPN' }), 'viewer');
    expect((await screen.findAllByText('VPN')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Replace Certificate' })).toBeNull();
  });
});
