import { addMs, brandId, DAY_MS, type LintFinding } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { sampleDetail, sampleFacts, sampleHistory } from '../testing/samples.ts';
import type { CertificateDetail, HistoryComparison, HistoryEntry, Renewal, RenewalCheck } from '../types.ts';
import { DetailScreen } from './detail-screen.tsx';

const renewalCheck = (found: Partial<RenewalCheck>): RenewalCheck => ({
  domain: 'example.com',
  lookedAt: NOW,
  nextLookAt: addMs(NOW, DAY_MS),
  findings: [],
  skipped: [],
  registrationEndsAt: null,
  ...found,
});

const api = useApiServer();
const { id } = sampleDetail(0);
beforeEach(() => {
  api.answer('certificates.history', { value: sampleHistory() });
  api.answer('certificates.renewals', { value: { renewals: [] } });
  api.answer('certificates.lint', { value: { findings: [] } });
  api.answer('certificates.renewalCheck', { value: renewalCheck({}) });
  api.answer('notifications.certificateAlerts', {
    value: { days: [7, 1], chosenBy: 'organization', ruleId: null, snoozedUntil: null, channels: [], routes: [], open: [] },
  });
});
afterEach(clearScreen);

const open = (certificate: CertificateDetail | null, role: 'admin' | 'viewer' = 'admin', at = `/certificates/${id}`) => {
  if (certificate !== null) api.answer('certificates.get', { value: { certificate } });
  renderAppScreen(<DetailScreen id={id} />, { at, path: '/certificates/:id', role });
};

it('shows the last known values of an endpoint that does not answer, why, and since when', async () => {
  open(sampleDetail(42, { unreachable: { reason: 'timeout', detail: 'No answer from 192.0.2.1:443 within 5 s.', since: NOW } }));
  expect(await screen.findByText(/No answer from 192\.0\.2\.1:443 within 5 s\./)).toBeTruthy();
  expect(screen.getByText(/Unreachable since/).textContent).toContain('2026-11-20 09:36 UTC');
  expect(screen.getByText('42')).toBeTruthy();
});

it('says how late a renewal is', async () => {
  const renewals = [14, -15, -75].map((days, index): Renewal => {
    const notAfter = addMs(NOW, days * DAY_MS);
    const servedUntil = index === 0 ? null : addMs(notAfter, -29.5 * DAY_MS);
    const entryId = brandId<'history-entry'>(`0198b5a0-0000-7000-8000-00000000000${index}`);
    const notBefore = addMs(notAfter, -90 * DAY_MS);
    return { entryId, fingerprint256: `${index}`, issuer: 'R12', notBefore, notAfter, servedFrom: notBefore, servedUntil };
  });
  api.answer('certificates.renewals', { value: { renewals } });
  open(sampleDetail(14));
  expect(await screen.findByText(/The last 2 renewals came 29 days before expiry\. This one is 15 days late\./)).toBeTruthy();
  expect(screen.queryByText(/You have time/)).toBeNull();
});

it('lists the verdict of each client with its date, reason and source, and the rules for the successor', async () => {
  const source = 'https://example.com/policy';
  const client = (
    id: 'chrome' | 'apple' | 'java',
    name: string,
    verdict: 'accepts' | 'unknown' | 'refuses',
    from: Date | null,
    detail: string,
  ) => ({
    client: id,
    name,
    verdict,
    from,
    detail,
    source: verdict === 'accepts' ? null : source,
  });
  const clients = [
    client('chrome', 'Chrome', 'refuses', addMs(NOW, 20 * DAY_MS), "Its root leaves Chrome's store."),
    client('apple', 'Apple', 'accepts', null, 'Apple accepts it until it expires.'),
    client('java', 'Java', 'refuses', addMs(NOW, -DAY_MS), 'Java does not trust its root.'),
  ];
  open(sampleDetail(42, { clients: { clients, successors: [{ on: addMs(NOW, 90 * DAY_MS), detail: 'Renew from another CA.', source }] } }));
  const card = within(await screen.findByRole('region', { name: 'Clients' }));
  const items = card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    "ChromeRefuses from 2026-12-10Its root leaves Chrome's store.Source",
    'AppleAcceptsApple accepts it until it expires.',
    'JavaRefusesJava does not trust its root.Source',
    'Next renewal: 2027-02-18Renew from another CA.Source',
  ]);
  expect(card.getByRole('link', { name: 'Source of the verdict on Chrome' }).getAttribute('href')).toBe(source);
});

it('lists the timestamps of logs, five until all are opened, and says which log is not known or did not sign', async () => {
  const sct = { logId: 'bG9n', log: 'Nimbus2026', operator: 'Cloudflare', logState: 'readonly', signedAt: NOW, inclusion: null } as const;
  const known = { ...sct, delivery: 'embedded', signature: 'valid' } as const;
  const unknown = { ...known, log: null, operator: null, logState: null, delivery: 'tls', signature: null } as const;
  const missing = { state: 'missing', reason: 'The log does not have the entry.', askedAt: NOW } as const;
  const scts = [
    { ...known, inclusion: missing },
    { ...known, delivery: 'ocsp', signature: 'invalid' } as const,
    ...Array.from({ length: 5 }, () => unknown),
  ];
  open(sampleDetail(42, { scts }));
  const card = within(await screen.findByRole('region', { name: 'Transparency Logs' }));
  const texts = () => card.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts()).toHaveLength(5);
  expect(texts().slice(0, 3)).toEqual([
    'Nimbus2026Valid signatureMissing in the logRead-onlyCloudflare, signed 2026-11-20, in the certificate. The log does not have the entry.',
    'Nimbus2026Invalid signatureRead-onlyCloudflare, signed 2026-11-20, in the OCSP response',
    'Unknown logSignature not checkedNo log list has the log bG9n. Signed 2026-11-20, in the TLS handshake',
  ]);
  fireEvent.click(card.getByRole('button', { name: 'View All (7)' }));
  expect(texts()).toHaveLength(7);
});

it("says that a chain is not trusted instead of a grade by its issuer's name", async () => {
  open(sampleDetail(42, { reasons: ['untrusted_root'] }));
  expect(await screen.findAllByText('Not trusted')).toHaveLength(2);
  expect(screen.queryByText(/Excellent|Good|Fair/)).toBeNull();
});

describe('the Lint card', () => {
  const finding = (certificate: number): LintFinding => ({
    rule: `rule_${certificate}`,
    severity: 'error',
    section: 'RFC 5280 4.2.1.1',
    text: `The authority key identifier ${certificate} is missing.`,
    certificate,
    subject: `CN=R${certificate}`,
  });

  it('says "No findings" for a chain that keeps all rules', async () => {
    open(sampleDetail(42));
    expect(await screen.findByText('No findings')).toBeTruthy();
  });

  it('lists each finding with severity, section and rule, five until all are opened', async () => {
    api.answer('certificates.lint', { value: { findings: Array.from({ length: 7 }, (_, place) => finding(place)) } });
    open(sampleDetail(42));
    const items = () => within(screen.getByRole('list', { name: 'Lint findings' })).getAllByRole('listitem');
    await screen.findByText('The authority key identifier 0 is missing.');
    expect(items()).toHaveLength(5);
    expect(items()[1]?.textContent).toContain('Error, RFC 5280 4.2.1.1, rule_1, in CN=R1');
    fireEvent.click(screen.getByRole('button', { name: 'View All (7)' }));
    expect(items()).toHaveLength(7);
  });
});

it('hides the share of a year once expired', async () => {
  open(sampleDetail(-3));
  expect(await screen.findByText('This certificate expired 3 days ago. Immediate action required!')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows an endpoint that was never seen without inventing figures', async () => {
  const unseen = {
    notBefore: null,
    notAfter: null,
    daysLeft: null,
    status: null,
    issuer: null,
    chain: [],
    san: [],
    protocol: null,
    cipher: null,
  };
  open(sampleDetail(0, { ...unseen, unreachable: { reason: 'dns', detail: 'host-1.example.com has no address.', since: NOW } }));
  expect(await screen.findByText('We have not seen a certificate at this endpoint yet.')).toBeTruthy();
  expect(screen.getAllByText('Not known').length).toBeGreaterThan(2);
});

it.each([
  ['good', 'Not revoked', ''],
  ['revoked', 'Revoked', 'Revoked on 2026-01-02: key compromise.'],
  ['unknown', 'Not known', 'Its list could not be fetched.'],
  ['not_checked', 'Not checked', 'The certificate has no CRL URL.'],
] as const)('shows the revocation status %s as: %s', async (status, text, detail) => {
  open(sampleDetail(42, { revocation: { status, source: null, detail, checkedAt: null } }));
  expect((await screen.findByText('Revocation')).nextElementSibling?.textContent).toBe(text + detail);
});

it('offers a search in more than ten names', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}.example.com`);
  open(sampleDetail(60, { san: names(10) }));
  await screen.findByText('View All (10)');
  expect(screen.queryByLabelText('Search names')).toBeNull();
  clearScreen();
  open(sampleDetail(60, { san: names(11) }));
  fireEvent.change(await screen.findByLabelText('Search names'), { target: { value: 'n10' } });
  expect(screen.getAllByText(/^n\d+\.example\.com$/).map((name) => name.textContent)).toEqual(['n10.example.com']);
});

describe('a certificate that cannot be shown', () => {
  it.each([
    ['certificate_not_found', 'Certificate not found', 'Certificate not found'],
    ['internal', 'Something went wrong on our side. Please try again.', 'Failed to load certificate'],
  ] as const)('for %s leads back to the list and says why', async (error, message, shown) => {
    api.answer('certificates.get', { error, message });
    open(null);
    expect(await screen.findByText('elsewhere')).toBeTruthy();
    expect(await screen.findByText(shown)).toBeTruthy();
  });
});

describe('the card Renewal', () => {
  const card = async () => within(await screen.findByRole('region', { name: 'Renewal' }));
  const blocking = {
    code: 'caa_forbids',
    severity: 'blocking',
    text: 'The CAA records of example.com allow no CA to issue for host-1.example.com.',
    names: ['host-1.example.com', 'www.example.com'],
    firstSeenAt: NOW,
  } as const;

  it('says that nothing stops the next renewal, and when that was looked at', async () => {
    api.answer('certificates.renewalCheck', { value: renewalCheck({ registrationEndsAt: addMs(NOW, 90 * DAY_MS) }) });
    open(sampleDetail(60));
    expect(await (await card()).findByText('Nothing stops the next renewal.')).toBeTruthy();
    expect((await card()).getByText(/^Looked at/).textContent).toBe('Looked at 2026-11-20 09:36 UTC. The registration ends on 2027-02-18');
  });

  it('shows findings and skipped names with the reason', async () => {
    const skipped = [{ name: 'db.example.com', reason: 'db.example.com resolves to a private address here.' }];
    api.answer('certificates.renewalCheck', { value: renewalCheck({ findings: [blocking], skipped }) });
    open(sampleDetail(60), 'viewer');
    expect(await (await card()).findByText(blocking.text)).toBeTruthy();
    expect((await card()).getByText(/^Blocks the renewal/).textContent).toBe('Blocks the renewal, 2 names, since 2026-11-20 09:36 UTC');
    expect((await card()).getByText('db.example.com resolves to a private address here.')).toBeTruthy();
    expect((await card()).queryByRole('button')).toBeNull();
  });

  it('looks again, and shows what was found', async () => {
    open(sampleDetail(60));
    api.answer('certificates.requestRenewalLook', { value: { lookedAt: NOW, isDue: true } });
    fireEvent.click(await (await card()).findByRole('button', { name: 'Look Again' }));
    expect(await screen.findByText('Renewal check requested')).toBeTruthy();
    expect(api.callsOf('certificates.requestRenewalLook')).toEqual([{ certificateId: id }]);
    api.answer('certificates.renewalCheck', { value: renewalCheck({ lookedAt: addMs(NOW, 60_000), findings: [blocking] }) });
    expect(await (await card()).findByText(blocking.text)).toBeTruthy();
    expect((await card()).getByRole('button', { name: 'Look Again' })).toBeTruthy();
  });

  const info = {
    ca: 'Example CA',
    window: { start: addMs(NOW, 30 * DAY_MS), end: addMs(NOW, 31 * DAY_MS) },
    explanationUrl: null,
    asksNow: false,
    readAt: NOW,
    nextAskAt: addMs(NOW, DAY_MS / 4),
    problem: null,
  };
  const caWindow = async () => within(await (await card()).findByRole('list', { name: 'Renewal window of the CA' }));

  it('shows the window of the CA and when it was read, also for an address', async () => {
    api.answer('certificates.renewalCheck', { value: renewalCheck({ domain: null }) });
    open(sampleDetail(60, { renewalInfo: info }));
    expect((await caWindow()).getByRole('listitem').textContent).toMatch(
      /^Example CA asks to renew it from 2026-12-20 09:36 UTC to 2026-12-21 09:36 UTC/,
    );
    expect((await caWindow()).getByText(/^ACME Renewal Information/).textContent).toBe(
      'ACME Renewal Information, read 2026-11-20 09:36 UTC',
    );
    expect((await card()).queryByRole('button')).toBeNull();
  });

  it('says that the CA asks to renew now, with its explanation', async () => {
    const explanationUrl = 'https://ca.example/incident';
    open(sampleDetail(60, { renewalInfo: { ...info, asksNow: true, explanationUrl } }));
    expect((await caWindow()).getByText('Example CA asks to renew this certificate now')).toBeTruthy();
    expect((await caWindow()).getByRole('link', { name: 'Explanation by Example CA' }).getAttribute('href')).toBe(explanationUrl);
  });

  it('says why the window is not known', async () => {
    const problem = "The CA's renewal information could not be read: The CA answered HTTP 500.";
    open(sampleDetail(60, { renewalInfo: { ...info, window: null, readAt: null, problem } }));
    expect((await caWindow()).getByText(problem)).toBeTruthy();
  });

  it('says when the window will be known', async () => {
    open(sampleDetail(60, { renewalInfo: { ...info, window: null, readAt: null } }));
    expect((await caWindow()).getByText(/^We ask Example CA for its renewal window at/)).toBeTruthy();
  });

  it('is left out for an address', async () => {
    api.answer('certificates.renewalCheck', { value: renewalCheck({ domain: null }) });
    open(sampleDetail(60));
    await screen.findByRole('region', { name: 'Alerts' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Renewal' })).toBeNull());
  });
});

it('asks before it deletes, naming the certificate, and then leaves', async () => {
  open(sampleDetail(60));
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('dialog', { name: 'Delete host-1.example.com' })).toBeTruthy();
  expect(api.callsOf('certificates.remove')).toEqual([]);
  api.answer('certificates.remove', { value: null });
  fireEvent.click(screen.getByRole('button', { name: 'Delete Certificate' }));
  expect(await screen.findByText('Certificate deleted successfully!')).toBeTruthy();
  expect(await screen.findByText('elsewhere')).toBeTruthy();
  expect(api.callsOf('certificates.remove')).toEqual([{ id }]);
});

it('offers viewers neither check nor delete', async () => {
  open(sampleDetail(60), 'viewer');
  await screen.findByText('Days until expiry');
  expect([screen.queryByRole('button', { name: 'Check' }), screen.queryByRole('button', { name: 'Delete' })]).toEqual([null, null]);
});

describe('the chain', () => {
  it('opens each certificate with all its fields and its PEM', async () => {
    const leaf = sampleFacts({ pem: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n' });
    open(sampleDetail(60, { chain: [leaf] }));
    fireEvent.click(await screen.findByRole('button', { name: 'host-1.example.com' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leaf: host-1.example.com' }));
    expect(dialog.getByText("CN=R12, O=Let's Encrypt")).toBeTruthy();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Certificate in PEM form').value).toBe(leaf.pem);
    const download = dialog.getByRole('link', { name: 'Download' });
    expect(download.getAttribute('download')).toBe('host-1.example.com.pem');
    expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain(leaf.pem);
  });

  it('does not open an issuer that is not known', async () => {
    open(sampleDetail(60, { chain: [sampleFacts()] }));
    expect(await screen.findByText('Not in the trust store, not sent by the server')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'R12' })).toBeNull();
  });
});

it('says where to download a certificate that the server does not send', async () => {
  const missingIssuer = { name: 'R12', url: 'http://r12.i.lencr.org/', leadsToRoot: true };
  open(sampleDetail(60, { chain: [sampleFacts()], reasons: ['incomplete_chain'], missingIssuer }));
  expect(await screen.findByText('Not sent by the server. Download it from http://r12.i.lencr.org/')).toBeTruthy();
});

describe('the addresses behind the name', () => {
  const seen = (address: string, changes: Partial<CertificateDetail['addresses'][number]> = {}) => ({
    address,
    keyType: 'ECDSA',
    fingerprint256: 'CC:DD',
    notAfter: addMs(NOW, 60 * DAY_MS),
    daysLeft: 60,
    status: 'valid' as const,
    reasons: [],
    unreachable: null,
    differs: false,
    certificate: null,
    seenAt: NOW,
    ...changes,
  });
  const soon = sampleFacts({ fingerprint256: 'EE:FF', notAfter: addMs(NOW, 3 * DAY_MS), issuerOrganization: 'DigiCert Inc' });
  const differing = seen('192.0.2.2', {
    differs: true,
    certificate: soon,
    fingerprint256: 'EE:FF',
    notAfter: soon.notAfter,
    status: 'critical',
  });
  const gone = { reason: 'refused' as const, detail: 'Connection refused by 192.0.2.3:443.' };
  const closed = seen('192.0.2.3', {
    keyType: null,
    fingerprint256: null,
    notAfter: null,
    daysLeft: null,
    status: null,
    unreachable: gone,
  });

  it('are shown with the certificates they serve; one that differs is marked, named in a banner, and opens', async () => {
    open(sampleDetail(3, { addresses: [seen('192.0.2.1'), differing, closed], warnings: ['different_certificates'] }));
    const panel = within(await screen.findByRole('region', { name: /^Certificates Served/ }));
    expect(panel.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'AddressKeyCertificateExpiresStatus',
      '192.0.2.1ECDSAThe certificate shown above2027-01-19Valid',
      '192.0.2.2ECDSADigiCert IncEEFF2026-11-23CriticalDiffers',
      '192.0.2.3\u2013Connection refused by 192.0.2.3:443.\u2013Unreachable',
    ]);
    const banner = screen.getByText('1 of 3 addresses serves another certificate.').parentElement;
    expect(banner?.textContent).toContain('The one at 192.0.2.2 expires first, so its date counts.');
    expect(screen.getByText('Addresses differ')).toBeTruthy();
    fireEvent.click(panel.getByRole('button', { name: 'EEFF' }));
    expect(await screen.findByRole('dialog', { name: 'At 192.0.2.2: host-1.example.com' })).toBeTruthy();
  });

  it('are shown for one address that serves two key types, without a warning', async () => {
    const rsa = sampleFacts({ fingerprint256: 'EE:FF', keyType: 'RSA', issuerOrganization: 'DigiCert Inc' });
    const other = seen('192.0.2.1', { keyType: 'RSA', certificate: rsa, fingerprint256: 'EE:FF' });
    open(sampleDetail(60, { addresses: [seen('192.0.2.1'), other], keyExchange: 'X25519MLKEM768' }));
    const panel = within(await screen.findByRole('region', { name: /^Certificates Served/ }));
    expect(panel.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'AddressKeyCertificateExpiresStatus',
      '192.0.2.1ECDSAThe certificate shown above2027-01-19Valid',
      '192.0.2.1RSADigiCert IncEEFF2027-01-19Valid',
    ]);
    expect([screen.queryByText('Differs'), screen.queryByText(/another certificate/)]).toEqual([null, null]);
    expect(screen.getByText('X25519MLKEM768').parentElement?.textContent).toContain('Post-quantum');
  });

  it('are hidden if there is only one, and not marked if all serve the same certificate', async () => {
    open(sampleDetail(60, { addresses: [seen('192.0.2.1')] }));
    await screen.findByText('History');
    expect(screen.queryByRole('region', { name: /^Certificates Served/ })).toBeNull();
    clearScreen();
    open(sampleDetail(60, { addresses: [seen('192.0.2.1'), seen('2001:db8::1')] }));
    expect(await screen.findByRole('region', { name: /^Certificates Served/ })).toBeTruthy();
    expect([screen.queryByText('Differs'), screen.queryByText('Addresses differ'), screen.queryByText(/another certificate/)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the history', () => {
  const at = `/certificates/${id}?rows=25&cursor=page-2`;

  it('loads the page that the address names', async () => {
    open(sampleDetail(60), 'admin', at);
    await screen.findByText('History');
    await waitFor(() => expect(api.callsOf('certificates.history')).toEqual([{ id, limit: 25, cursor: 'page-2' }]));
  });

  it('goes back to its first page if the address is invalid', async () => {
    api.answer('certificates.history', { error: 'invalid_input', message: 'The request is not valid.' });
    open(sampleDetail(60), 'admin', at);
    await waitFor(() => expect(api.callsOf('certificates.history').at(-1)).toEqual({ id, limit: 25 }));
  });
});

describe('a comparison of history entries', () => {
  const entry = (number: number, recordedAt: Date): HistoryEntry => ({
    id: brandId<'history-entry'>(`0198b5a0-0000-7000-8000-00000000000${number}`),
    action: 'checked',
    recordedAt,
    issuer: "Let's Encrypt",
    notAfter: NOW,
    fingerprint256: `F${number}`,
  });
  const [newer, older] = [entry(1, NOW), entry(2, addMs(NOW, -DAY_MS))];
  const choose = async () => {
    api.answer('certificates.history', { value: sampleHistory({ history: [newer, older], total: 2 }) });
    open(sampleDetail(60), 'viewer');
    fireEvent.click(await screen.findByRole('button', { name: 'Compare' }));
    for (const when of ['2026-11-20 09:36 UTC', '2026-11-19 09:36 UTC']) fireEvent.click(screen.getByLabelText(`Compare Checked ${when}`));
    return within(await screen.findByRole('dialog', { name: 'Compare history entries' }));
  };
  const field = (label: string, changed: boolean, values: Partial<HistoryComparison['fields'][number]> = {}) => ({
    field: 'san',
    label,
    before: 'one',
    after: changed ? 'other' : 'one',
    changed,
    added: [],
    removed: [],
    ...values,
  });

  it('puts the older one first, shows the differences, and the rest on demand', async () => {
    const names = field('Names', true, { before: ['a.example.com'], after: ['a.example.com', 'b.example.com'], added: ['b.example.com'] });
    const fields = [field('Subject', false), { ...names, field: 'issuer' }];
    api.answer('certificates.compareHistory', { value: { from: older, to: newer, fields } });
    const dialog = await choose();
    expect(await dialog.findByText('1 of 2 fields differ.')).toBeTruthy();
    expect(api.callsOf('certificates.compareHistory')).toEqual([{ id, from: older.id, to: newer.id }]);
    expect(dialog.getByText('+ b.example.com')).toBeTruthy();
    expect(dialog.queryByText('Subject')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Show 1 unchanged field' }));
    expect(dialog.getByText('Subject')).toBeTruthy();
  });

  it('says that both have the same certificate', async () => {
    api.answer('certificates.compareHistory', { value: { from: older, to: newer, fields: [field('Subject', false)] } });
    expect(await (await choose()).findByText('No differences: both entries have the same certificate.')).toBeTruthy();
  });

  it('says that a certificate is not stored', async () => {
    api.answer('certificates.compareHistory', { error: 'history_entry_not_found', message: 'History entry not found.' });
    expect((await (await choose()).findByRole('alert')).textContent).toContain('is not stored');
  });
});

describe('the renewals', () => {
  const renewal = (number: number, from: number, until: number | null): Renewal => ({
    entryId: brandId<'history-entry'>(`0198b5a0-0000-7000-8000-00000000000${number}`),
    fingerprint256: `F${number}`,
    issuer: "Let's Encrypt",
    notBefore: addMs(NOW, from * DAY_MS),
    notAfter: addMs(NOW, (from + 90) * DAY_MS),
    servedFrom: addMs(NOW, from * DAY_MS),
    servedUntil: until === null ? null : addMs(NOW, until * DAY_MS),
  });

  it('say how early each certificate was replaced, and are hidden before the first', async () => {
    api.answer('certificates.renewals', { value: { renewals: [renewal(1, -10, null), renewal(2, -71, -10), renewal(3, -164, -71)] } });
    open(sampleDetail(80));
    const panel = within(await screen.findByRole('region', { name: 'Renewals' }));
    expect(panel.getAllByRole('listitem').map((row) => /present|\d+ d (before|after) expiry/.exec(row.textContent ?? '')?.[0])).toEqual([
      'present',
      '29 d before expiry',
      '3 d after expiry',
    ]);
    clearScreen();
    api.answer('certificates.renewals', { value: { renewals: [renewal(1, -10, null)] } });
    open(sampleDetail(80));
    await screen.findByText('History');
    expect(screen.queryByRole('region', { name: 'Renewals' })).toBeNull();
  });
});

describe('trust anchors', () => {
  const corp = { id: brandId<'anchor-set'>('0198b5a0-0000-7000-8000-000000000301'), name: 'Corp PKI' };
  const root = sampleFacts({ fingerprint256: 'ROOT', subject: 'CN=Corp Root', issuer: 'CN=Corp Root', subjectCommonName: 'Corp Root' });
  const leaf = sampleFacts({ issuer: 'CN=Corp Root' });
  const anchors = { assigned: null, from: 'organization', sets: [corp], trustedBy: [corp], anchor: 'ROOT' } as const;
  const card = async () => within(await screen.findByRole('region', { name: 'Trust Anchors' }));

  it('are named where they end the chain', async () => {
    open(sampleDetail(80, { chain: [leaf], root, anchors }));
    const shown = await card();
    expect(shown.getByText('Trusted by Corp PKI')).toBeTruthy();
    expect(shown.getByText('Corp PKI, the default of the organization.')).toBeTruthy();
    const chain = within(await screen.findByRole('region', { name: 'Certificate Chain' }));
    expect(chain.getByText(/ · trusted by Corp PKI$/)).toBeTruthy();
  });

  it('end a chain below its root, too', async () => {
    const intermediate = sampleFacts({ fingerprint256: 'INT', subject: 'CN=R1', issuer: 'CN=Corp Root', subjectCommonName: 'R1' });
    open(sampleDetail(80, { chain: [{ ...leaf, issuer: 'CN=R1' }, intermediate], anchors: { ...anchors, anchor: 'INT' } }));
    await card();
    const chain = within(screen.getByRole('region', { name: 'Certificate Chain' }));
    expect(chain.getByText(/ · trusted by Corp PKI$/)).toBeTruthy();
    expect(chain.queryByText(/Not in the trust store/)).toBeNull();
  });

  it('are absent from a publicly trusted certificate while nobody chose any', async () => {
    open(sampleDetail(80));
    await screen.findByRole('region', { name: 'Facts' });
    expect(screen.queryByRole('region', { name: 'Trust Anchors' })).toBeNull();
  });

  it('are suggested for an untrusted chain, and chosen, which checks it again', async () => {
    const untrusted = sampleDetail(80, { chain: [leaf], reasons: ['untrusted_root'] });
    open(untrusted);
    const shown = await card();
    expect(shown.getByText('Public roots only. No trust anchors are assigned.')).toBeTruthy();
    expect(shown.getByRole('link', { name: 'Trust Anchors' }).getAttribute('href')).toBe('/trust-anchors');
    api.answer('anchors.list', { value: { sets: [corp] } });
    fireEvent.click(shown.getByRole('button', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Choose Trust Anchors' }));
    await waitFor(() => expect(form.getByRole('option', { name: 'Corp PKI' })).toBeTruthy());
    fireEvent.change(form.getByLabelText('Trust anchors'), { target: { value: corp.id } });
    const own = { ...anchors, assigned: corp.id, from: 'certificate' } as const;
    api.answer('anchors.assignToCertificate', { value: { anchors: own } });
    api.answer('certificates.check', { value: { certificate: { ...untrusted, reasons: [] } } });
    api.answer('certificates.get', { value: { certificate: sampleDetail(80, { chain: [leaf], root, anchors: own }) } });
    fireEvent.click(form.getByRole('button', { name: 'Save and Check' }));
    expect(await screen.findByText('Trusted by Corp PKI')).toBeTruthy();
    expect(await screen.findByText('Certificate checked successfully!')).toBeTruthy();
    expect(api.callsOf('anchors.assignToCertificate')).toEqual([{ id, anchors: corp.id }]);
    expect(api.callsOf('certificates.check')).toEqual([{ id }]);
  });

  it('are shown to viewers, who choose none', async () => {
    open(sampleDetail(80, { chain: [leaf], root, anchors }), 'viewer');
    expect((await card()).queryByRole('button')).toBeNull();
  });
});

it('says which collector checks the endpoint and when it reported, and does not offer a check', async () => {
  const collector = {
    id: brandId<'collector'>('0198b5a0-0000-7000-8000-000000000401'),
    name: 'Vault network',
    state: 'active',
    lastReportAt: NOW,
    seenAt: addMs(NOW, -DAY_MS),
  } as const;
  open(sampleDetail(42, { collector }));
  expect((await screen.findByText(/checks this endpoint\./)).textContent).toBe(
    'Collector Vault network checks this endpoint. Its last report was 1 day ago, 2026-11-19 09:36 UTC.',
  );
  expect(screen.getByRole('link', { name: 'Vault network' }).getAttribute('href')).toBe(`/collectors/${collector.id}`);
  const check = screen.getByRole<HTMLButtonElement>('button', { name: 'Check' });
  expect([check.disabled, check.title]).toEqual([true, 'Vault network checks this endpoint, and reports what it sees.']);
  clearScreen();
  open(sampleDetail(42, { collector: { ...collector, seenAt: null, lastReportAt: null } }));
  expect((await screen.findByText(/checks this endpoint\./)).textContent).toContain('It has not reported yet.');
});

it.each([
  ['active', 'info', /\. Its last report was/],
  ['silent', 'warning', /has not reported this for three intervals/],
  ['forked', 'expired', /Its key was copied, so we take nothing more from it/],
  ['revoked', 'warning', /It was revoked/],
] as const)('says in the banner of a row whose collector is %s what that means', async (state, tone, text) => {
  const collector = { id: brandId<'collector'>(id), name: 'Vault network', state, lastReportAt: NOW, seenAt: NOW };
  open(sampleDetail(42, { collector }));
  const banner = (await screen.findByText(/checks this endpoint\./)).closest('[data-tone]');
  expect([banner?.getAttribute('data-tone'), banner?.textContent]).toEqual([tone, expect.stringMatching(text)]);
});

it('names the collector, the file and the lack of an endpoint for a certificate in a file', async () => {
  const certificate = { fingerprint256: 'AA', notBefore: addMs(NOW, -60 * DAY_MS), notAfter: addMs(NOW, 30 * DAY_MS) };
  const file = { ...certificate, collectorId: brandId<'collector'>(id), collector: 'Vault', path: '/etc/pki/a.pem', alias: null };
  const found = { ...file, firstSeenAt: NOW, seenAt: NOW, isServed: false };
  const deployment = { state: null, since: null, issued: certificate, served: null, count: { deployed: 0, total: 0 } };
  api.answer('certificates.deployment', { value: { deployment: { ...deployment, files: [found], alsoBehind: [], reloads: [] } } });
  const collector = { id: brandId<'collector'>(id), name: 'Vault network', state: 'active', lastReportAt: NOW, seenAt: NOW } as const;
  open(sampleDetail(30, { source: 'file', domain: 'a.test in /etc/pki/a.pem', collector, deployment: { state: null } }));
  expect((await screen.findByText(/reads this certificate from a file\./)).textContent).toContain('Collector Vault network');
  const list = within(await screen.findByRole('list', { name: 'Issued, on disk, served' }));
  expect(list.getByText('/etc/pki/a.pem')).toBeTruthy();
  expect(list.getByText('By no endpoint that we check')).toBeTruthy();
  expect(screen.getByText(/P-256 \u00b7 in the file$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^(Check|Replace Certificate|Change Date)$/ })).toBeNull();
});

it('names other certificates with the same key, and the environments that share it', async () => {
  const users = [
    { id, domain: 'staging.example.com', environmentName: 'Staging' },
    ...Array.from({ length: 5 }, (_, place) => ({
      id: brandId<'certificate'>(`user-${place}`),
      domain: `h${place}.test`,
      environmentName: null,
    })),
  ];
  const key = { sha256: 'ab', alsoUsedBy: users, total: 8, environments: ['Production', 'Staging'] };
  open(sampleDetail(30, { key }));
  const facts = within(await screen.findByRole('region', { name: 'Facts' }));
  expect(facts.getByText('Production and Staging share this key')).toBeTruthy();
  expect(facts.getByRole('link', { name: 'staging.example.com' }).getAttribute('href')).toBe(`/certificates/${id}`);
  expect(facts.getByText(/Also used by/).textContent).toBe('Also used by staging.example.com (Staging), h0.test, h1.test and 5 more');
});

it('shows what is issued, on disk and served, and the command that reloads the server', async () => {
  const certificate = { fingerprint256: 'AA', notBefore: addMs(NOW, -60 * DAY_MS), notAfter: addMs(NOW, 30 * DAY_MS) };
  const issued = { fingerprint256: 'BB', notBefore: NOW, notAfter: addMs(NOW, 90 * DAY_MS) };
  const file = { ...issued, collectorId: brandId<'collector'>(id), collector: 'Vault', path: '/etc/nginx/a.pem', alias: null };
  const reload = { server: 'nginx', command: 'nginx -t && systemctl reload nginx' };
  api.answer('certificates.deployment', {
    value: {
      deployment: {
        ...{ state: 'not_reloaded', since: NOW, issued, served: certificate, count: { deployed: 1, total: 3 }, reloads: [reload] },
        files: [{ ...file, firstSeenAt: NOW, seenAt: NOW, isServed: false }],
        alsoBehind: [{ id, domain: 'www.example.com' }],
      },
    },
  });
  open(sampleDetail(30, { deployment: { state: 'not_reloaded' } }));
  const list = within(await screen.findByRole('list', { name: 'Issued, on disk, served' }));
  expect(list.getByText('Renewed, not reloaded')).toBeTruthy();
  expect(list.getByText('/etc/nginx/a.pem')).toBeTruthy();
  expect(list.getByText(/1 of 3 servers serve a newer one\./)).toBeTruthy();
  expect(list.getByRole('link', { name: 'www.example.com' })).toBeTruthy();
  expect(screen.getByText(reload.command)).toBeTruthy();
});
