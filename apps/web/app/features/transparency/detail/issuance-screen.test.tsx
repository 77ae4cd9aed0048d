import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { issuanceId, sampleDetail } from '../testing/samples.ts';
import type { IssuanceDetail } from '../types.ts';
import { IssuanceScreen } from './issuance-screen.tsx';

const api = useApiServer();
afterEach(clearScreen);

const answer = (issuance: IssuanceDetail): void => api.answer('transparency.issuance', { value: { issuance } });
const open = (who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<IssuanceScreen id={issuanceId} />, { at: `/transparency/${issuanceId}`, path: '/transparency/:id', ...who });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const cellsOf = async (name: string) => {
  const table = await screen.findByRole('table', { name });
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
};

describe('one issued certificate', () => {
  it('says what it is, why it is unknown, and the next step', async () => {
    answer(sampleDetail());
    open();
    const facts = await cellsOf('Certificate');
    expect(facts.map(([name, value]) => [name, value])).toEqual([
      ['Names', 'login.example.com, www.login.example.com'],
      ['Issuer', 'Other CA (C=US, O=Other CA, CN=Other R1)'],
      ['Valid', '2026-11-19 09:36 UTC to 2027-02-17 09:36 UTC'],
      ['Serial number', '04A1B2'],
      ['Key SHA-256', 'cd'.repeat(32)],
      ['Form', 'Precertificate; the certificate itself was not found yet'],
      ['Watched domain', 'example.com'],
      ['Found', '2026-11-20 08:36 UTC'],
    ]);
    expect(screen.getByText(/which has not issued for these names before\. Ask who ordered it, then mark it/)).toBeTruthy();
    expect(screen.queryByText('What to do now')).toBeNull();
  });

  it('says which fields of a malformed one could not be read', async () => {
    const malformed = { unknownReason: 'malformed', issuer: '', issuerOrganization: null, serialNumber: '', spkiSha256: '' } as const;
    answer(
      sampleDetail({
        ...malformed,
        notBefore: null,
        notAfter: null,
        explanation: 'Certificate issued by an unnamed CA, which is malformed.',
      }),
    );
    open();
    const facts = await cellsOf('Certificate');
    expect(facts.filter(([, value]) => value === 'Unreadable').map(([name]) => name)).toEqual([
      'Issuer',
      'Valid',
      'Serial number',
      'Key SHA-256',
    ]);
    expect(screen.getByText(/which is malformed\. Ask who ordered it/)).toBeTruthy();
  });

  it('shows the timestamps in the certificate, and says that a precertificate has none', async () => {
    answer(sampleDetail());
    open();
    expect(await screen.findByText('A precertificate has no timestamps. They are shown when we find the certificate.')).toBeTruthy();
    clearScreen();
    const sct: NonNullable<IssuanceDetail['scts']>[number] = {
      logId: 'bG9n',
      log: 'Elm 2026h2',
      operator: 'Tree Logs',
      logState: 'usable',
      signedAt: NOW,
      delivery: 'embedded',
      signature: null,
      inclusion: null,
    };
    answer(sampleDetail({ isPrecertificate: false, scts: [sct] }));
    open();
    expect(await screen.findByText('Signature not checked')).toBeTruthy();
    expect(screen.getByText(/Tree Logs, signed/).textContent).toContain('in the certificate');
    clearScreen();
    answer(sampleDetail({ isPrecertificate: false, scts: [] }));
    open();
    expect(await screen.findByText('The certificate has no timestamps.')).toBeTruthy();
  });

  it('says where it was found, and which endpoints could serve it', async () => {
    answer(sampleDetail());
    open();
    expect(await cellsOf('Found in')).toEqual([
      ['Elm 2026h2Tree Logs', 'usable', '81234', '2026-11-20 07:36 UTC'],
      ['crt.sh', '–', '991', '–'],
    ]);
    expect(await cellsOf('Monitored endpoints')).toEqual([['login.example.com', 'No']]);
    const file = screen.getByRole('link', { name: 'Download' });
    expect(file.getAttribute('download')).toBe('04A1B2.pem');
    expect(decodeURIComponent(file.getAttribute('href') ?? '')).toContain('-----BEGIN CERTIFICATE-----');
  });

  it.each([
    ['served', 'A monitored endpoint serves this certificate.'],
    ['known_key', 'We alert you after 24 hours.'],
    ['expected', 'match your earlier certificates.'],
  ] as const)('explains that it is %s', async (state, sentence) => {
    answer(sampleDetail({ state, unknownReason: null, explanation: null, isAlerted: false }));
    open();
    expect(await screen.findByText((text) => text.includes(sentence))).toBeTruthy();
  });

  it('is acknowledged while somebody finds out who ordered it', async () => {
    answer(sampleDetail());
    open();
    const acknowledge = await button('Acknowledge');
    const acknowledged = sampleDetail({ acknowledgedBy: 'ada@example.com', acknowledgedAt: NOW });
    api.answer('transparency.acknowledge', { value: { issuance: acknowledged } });
    answer(acknowledged);
    fireEvent.click(acknowledge);
    expect(await screen.findByText(/Acknowledged by ada@example\.com on 2026-11-20 09:36 UTC\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    expect(api.callsOf('transparency.acknowledge')).toEqual([{ id: issuanceId }]);
  });

  it('is judged, and the verdict is taken back', async () => {
    answer(sampleDetail());
    open();
    const notOurs = sampleDetail({ verdict: 'not_ours', verdictBy: 'ada@example.com', verdictAt: NOW, isAlerted: false });
    const judge = await button('Not Ours');
    api.answer('transparency.judge', { value: { issuance: notOurs } });
    answer(notOurs);
    fireEvent.click(judge);
    expect(await screen.findByText('What to do now')).toBeTruthy();
    expect(screen.getByText(/Marked as not ours by ada@example\.com on 2026-11-20 09:36 UTC\./)).toBeTruthy();
    expect(screen.getByText(notOurs.report.text, { selector: 'code' })).toBeTruthy();
    api.answer('transparency.judge', { value: { issuance: sampleDetail() } });
    answer(sampleDetail());
    fireEvent.click(await button('Take Back Verdict'));
    await waitFor(() => expect(screen.queryByText('What to do now')).toBeNull());
    expect(api.callsOf('transparency.judge')).toEqual([
      { id: issuanceId, verdict: 'not_ours' },
      { id: issuanceId, verdict: null },
    ]);
  });

  it.each([
    ['sslabuse@sectigo.com', 'sslabuse@sectigo.com', 'mailto:sslabuse@sectigo.com'],
    ['https://www.ssl.com/revoke', 'www.ssl.com', 'https://www.ssl.com/revoke'],
    [null, 'CCADB', 'https://www.ccadb.org/resources'],
  ])('that is not ours names where its CA takes reports: %s', async (address, name, href) => {
    answer(sampleDetail({ report: { address, text: 'Report' }, verdict: 'not_ours' }));
    open();
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  });

  it('keeps its state if the verdict fails', async () => {
    answer(sampleDetail());
    open();
    api.answer('transparency.judge', { error: 'internal', message: 'Something went wrong on our side.' });
    fireEvent.click(await button('Ours'));
    expect(await screen.findByText('Failed to save the verdict')).toBeTruthy();
    expect(await button('Ours')).toBeTruthy();
  });

  it('is shown to viewers, who do not judge it', async () => {
    answer(sampleDetail());
    open({ role: 'viewer' });
    await cellsOf('Certificate');
    expect(screen.queryByRole('button', { name: /Ours|Take Back/ })).toBeNull();
  });

  it('says that it is gone', async () => {
    api.answer('transparency.issuance', { error: 'issuance_not_found', message: 'Certificate not found' });
    open();
    expect(await screen.findByText('Certificate not found')).toBeTruthy();
  });
});
