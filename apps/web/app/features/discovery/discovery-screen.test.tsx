import { addMs, HOUR_MS } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useApiServer } from '../../testing/api-server.ts';
import { NOW } from '../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { sampleCertificate } from '../certificates/testing/samples.ts';
import { DiscoveryScreen } from './discovery-screen.tsx';
import { certificateIdOf, pastRunOf, runIdOf, runningRun, sampleResult, sampleRun, sampleSource } from './testing/samples.ts';
import type { PastRun, RunView } from './types.ts';

const api = useApiServer();
const answerRuns = (...discoveries: readonly PastRun[]): void => api.answer('discovery.list', { value: { discoveries } });
beforeEach(() => answerRuns());
afterEach(clearScreen);

type Options = Parameters<typeof renderAppScreen>[1];
const open = (at = '/discovery', options: Options = {}) => renderAppScreen(<DiscoveryScreen />, { at, path: '/discovery', ...options });
const openRun = (run: RunView, options: Options & { readonly query?: string } = {}) => {
  const { query = '', ...others } = options;
  answerRuns(pastRunOf(run));
  api.answer('discovery.get', { value: run });
  return open(`/discovery?run=${run.jobId}${query}`, others);
};
const field = () => screen.findByLabelText<HTMLInputElement>('Domain');
const type = async (text: string): Promise<HTMLInputElement> => {
  const input = await field();
  fireEvent.change(input, { target: { value: text } });
  return input;
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const results = () => screen.findByRole('table', { name: 'Results' });
const rowOf = async (domain: string) => {
  const row = within(await results())
    .getAllByRole('row')
    .find((one) => one.querySelector(`[title="${domain}"]`) !== null);
  if (row === undefined) throw new Error(`no row of ${domain}`);
  return within(row);
};

describe('the input', () => {
  beforeEach(() => {
    api.answer('discovery.start', { value: { jobId: runIdOf(1), domain: 'example.com' } });
    api.answer('discovery.get', { value: runningRun(12) });
  });

  it.each(['  example.com ', 'https://example.com', 'http://example.com/path?q=1'])('asks of %j for the domain alone', async (typed) => {
    open();
    await type(typed);
    press('Discover');
    expect(await screen.findByText('Scanning example.com... 0% complete')).toBeTruthy();
    expect(api.callsOf('discovery.start')).toEqual([{ domain: 'example.com' }]);
    expect((await field()).value).toBe('example.com');
  });

  it.each(['', '   ', 'https://', '/example.com'])('starts nothing for %j', async (typed) => {
    open();
    const input = await type(typed);
    press('Discover');
    fireEvent.submit(input);
    // The next request is the first call.
    fireEvent.change(input, { target: { value: 'example.com' } });
    fireEvent.submit(input);
    await screen.findByText('Scanning example.com... 0% complete');
    expect(api.callsOf('discovery.start')).toEqual([{ domain: 'example.com' }]);
  });

  it('starts by Enter, unless a scan is under way', async () => {
    open();
    const input = await type('example.com');
    fireEvent.submit(input);
    await screen.findByText('Scanning example.com... 0% complete');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Scanning...' }).disabled).toBe(true);
    fireEvent.submit(input);
    // A second start would have been answered before the first poll.
    await screen.findByText('Scanning example.com... 12% complete');
    expect(api.callsOf('discovery.start')).toHaveLength(1);
  });

  it.each([
    ['discovery_domain_invalid', 'Enter a domain such as example.com.'],
    ['discovery_running', 'A discovery of this domain is already running.'],
    ['rate_limited', 'Too many attempts. Try again in 5 minutes.'],
    ['forbidden', 'Your role does not allow this.'],
  ] as const)('says why a start was refused for %s', async (error, message) => {
    api.answer('discovery.start', { error, message });
    open();
    await type('com');
    press('Discover');
    expect(await screen.findByText(`Failed to start discovery: ${message}`)).toBeTruthy();
    expect((await field()).value).toBe('com');
  });

  it('says so when no answer came', async () => {
    api.answer('discovery.start', 'silence');
    open();
    await type('example.com');
    press('Discover');
    expect(await screen.findByText(/^Failed to start discovery: The server did not answer\./)).toBeTruthy();
  });
});

describe('a run', () => {
  it('is asked for after 1 s and then every 2 s, and not after its end', async () => {
    api.answer('discovery.start', { value: { jobId: runIdOf(1), domain: 'example.com' } });
    api.answer('discovery.get', { value: runningRun(40) });
    open();
    await type('example.com');
    const begun = performance.now();
    press('Discover');
    await screen.findByText('Scanning example.com... 40% complete');
    api.answer('discovery.get', { value: sampleRun([sampleResult(1, 50)]) });
    await screen.findByText('Found 1 certificates!');
    const [first = 0, second = 0, ...more] = api.timesOf('discovery.get');
    expect(first - begun).toBeGreaterThan(950);
    expect(second - first).toBeGreaterThan(1900);
    expect(more).toEqual([]);
    expect(screen.getByRole('button', { name: 'Discover' })).toBeTruthy();
  });

  it.each([
    ['none', sampleRun([]), 'No certificates found for example.com'],
    ['a failure', sampleRun([], { status: 'failed', error: 'All sources failed.' }), 'Discovery failed: All sources failed.'],
    ['an unknown failure', sampleRun([], { status: 'failed', error: null }), 'Discovery failed: Unknown error'],
    ["a colleague's cancel", sampleRun([], { status: 'failed', error: 'Cancelled' }), 'Discovery failed: Cancelled'],
  ])('that ends with %s says so', async (_end, ended, text) => {
    openRun(runningRun(90));
    await screen.findByText('Scanning example.com... 90% complete');
    api.answer('discovery.get', { value: ended });
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });

  it('that was over when it was opened raises no toast', async () => {
    openRun(sampleRun([sampleResult(1, 50)]));
    await results();
    expect(screen.queryByText('Found 1 certificates!')).toBeNull();
  });

  it('that cannot be asked for keeps what is known, says so once and goes on', async () => {
    openRun(runningRun(40, [sampleResult(1, 50)]));
    await screen.findByText('Scanning example.com... 40% complete');
    api.answer('discovery.get', { error: 'internal', message: 'Something went wrong on our side.' });
    expect(await screen.findByText('Failed to check discovery status')).toBeTruthy();
    expect(screen.getByText('Scanning example.com... 40% complete')).toBeTruthy();
    api.answer('discovery.get', { value: runningRun(70) });
    expect(await screen.findByText('Scanning example.com... 70% complete')).toBeTruthy();
  });

  it('ends by Cancel, and keeps what it found', async () => {
    openRun(runningRun(40, [sampleResult(1, 50)]));
    await screen.findByText('Scanning example.com... 40% complete');
    api.answer('discovery.cancel', { value: null });
    api.answer('discovery.get', { value: sampleRun([sampleResult(1, 50)], { status: 'failed', error: 'Cancelled' }) });
    press('Cancel');
    expect(await screen.findByText('example.com: cancelled')).toBeTruthy();
    expect(api.callsOf('discovery.cancel')).toEqual([{ id: runIdOf(1) }]);
    expect(await rowOf('host-1.example.com')).toBeTruthy();
    expect(screen.queryByText('Discovery failed: Cancelled')).toBeNull();
  });

  it('in progress is shown to anyone who opens the screen', async () => {
    const run = runningRun(62);
    answerRuns(pastRunOf(run));
    api.answer('discovery.get', { value: run });
    open();
    expect(await screen.findByText('Scanning example.com... 62% complete')).toBeTruthy();
    expect((await field()).value).toBe('example.com');
  });

  it('that was deleted says so', async () => {
    api.answer('discovery.get', { error: 'discovery_not_found', message: 'Discovery not found.' });
    open(`/discovery?run=${runIdOf(1)}`);
    expect(await screen.findByText('Discovery not found')).toBeTruthy();
  });

  it('that cannot be loaded can be tried again', async () => {
    api.answer('discovery.get', { error: 'internal', message: 'Something went wrong on our side.' });
    open(`/discovery?run=${runIdOf(1)}`);
    await screen.findByText('Failed to check discovery status');
    api.answer('discovery.get', { value: sampleRun([sampleResult(1, 50)]) });
    press('Retry');
    expect(await rowOf('host-1.example.com')).toBeTruthy();
  });
});

it('names what came of each source, with the reason', async () => {
  openRun(
    sampleRun([sampleResult(1, 50)], {
      sources: [
        sampleSource('direct', { count: 4 }),
        sampleSource('dns', { count: 1204 }),
        sampleSource('ct_logs', { count: 38, state: 'partial', reason: 'crt.sh returned status 503.' }),
        sampleSource('san', { count: 0, state: 'failed', reason: 'It could not be asked.' }),
      ],
    }),
  );
  const cells = within(await screen.findByRole('list', { name: 'Sources' })).getAllByRole('listitem');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'direct4 Complete',
    'dns1,204 Complete',
    'CT Logs38 Partialcrt.sh returned status 503.',
    'san0 FailedIt could not be asked.',
  ]);
});

it('gives the time of a reused log answer, and queries logs again on request', async () => {
  const sources = [sampleSource('direct'), sampleSource('ct_logs', { reused: true, fetchedAt: addMs(NOW, -2 * HOUR_MS) })];
  openRun(sampleRun([sampleResult(1, 50)], { sources }));
  const cells = within(await screen.findByRole('list', { name: 'Sources' })).getAllByRole('listitem');
  expect(cells.map((cell) => cell.textContent)).toEqual([
    'direct1 Complete',
    expect.stringMatching(/^CT Logs1 CompleteAs answered on .*2026/),
  ]);
  api.answer('discovery.start', { value: { jobId: runIdOf(2), domain: 'example.com' } });
  api.answer('discovery.get', { value: runningRun(3, [], { jobId: runIdOf(2) }) });
  press('Ask logs again');
  await screen.findByText('Scanning example.com... 0% complete');
  expect(api.callsOf('discovery.start')).toEqual([{ domain: 'example.com', fresh: true }]);
});

it('offers to ask logs again only where they were not asked', async () => {
  openRun(sampleRun([sampleResult(1, 50)]));
  await results();
  expect(screen.getByRole('button', { name: 'Run again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ask logs again' })).toBeNull();
});

it('speaks of each quarter of the way, and not at every poll', async () => {
  openRun(runningRun(20));
  await screen.findByText('Scanning example.com... 20% complete');
  const spoken = screen.getByText('The scan of example.com has started');
  expect(spoken.getAttribute('role')).toBe('status');
  api.answer('discovery.get', { value: runningRun(24) });
  await screen.findByText('Scanning example.com... 24% complete');
  expect(spoken.textContent).toBe('The scan of example.com has started');
  api.answer('discovery.get', { value: runningRun(61) });
  await screen.findByText('Scanning example.com... 61% complete');
  expect(spoken.textContent).toBe('The scan of example.com has passed 50%');
});

it('says why a host was not checked, though no certificate of it is known', async () => {
  const detail = 'Not looked at: the time of this search was up.';
  openRun(sampleRun([sampleResult(1, null, { issuer: null, san: [], reachable: null, seen: 'none', detail })], { notLookedAt: 1 }));
  await rowOf('host-1.example.com');
  expect(screen.getByText('1 host was not looked at: the details of each say why.')).toBeTruthy();
  press('Details of host-1.example.com');
  expect(await screen.findByText(detail)).toBeTruthy();
});

it('says of a running source what it does, and of one left behind that it did not finish', async () => {
  const sources = [
    sampleSource('direct'),
    sampleSource('dns', { state: 'running' }),
    sampleSource('ct_logs', { state: 'running', note: 'Page 7', count: 38 }),
    sampleSource('san', { state: 'waiting', count: 0 }),
  ];
  openRun(runningRun(40, [], { sources }));
  const words = async () =>
    within(await screen.findByRole('list', { name: 'Sources' }))
      .getAllByRole('listitem')
      .map((cell) => cell.textContent);
  expect(await words()).toEqual(['direct1 Complete', 'dns1 Searching', 'CT Logs38 Page 7', 'san\u2013 Waiting']);
  api.answer('discovery.get', { value: sampleRun([], { sources, status: 'failed', error: 'Cancelled' }) });
  await screen.findByText('example.com: cancelled');
  expect(await words()).toEqual(['direct1 Complete', 'dns1 Not finished', 'CT Logs38 Not finished', 'san\u2013 Not asked']);
});

describe('the results', () => {
  it.each([
    [-1, 'Expired', '\u22121 d'],
    [0, 'Expiring Soon', '0 d'],
    [30, 'Expiring Soon', '30 d'],
    [31, 'Valid', '31 d'],
  ])('with %i days left say %s', async (days, chip, figure) => {
    openRun(sampleRun([sampleResult(1, days)]));
    const row = await rowOf('host-1.example.com');
    expect(row.getByText(chip)).toBeTruthy();
    expect(row.getByText((_text, cell) => cell?.tagName === 'TD' && cell.textContent === figure)).toBeTruthy();
  });

  it('draw the life that is spent where the beginning is known, on the axis of every list', async () => {
    openRun(sampleRun([sampleResult(1, 50), sampleResult(2, 50, { notBefore: null }), sampleResult(3, -5)]));
    const spentOf = async (domain: string): Promise<number> => {
      const spent = (await rowOf(domain)).getByText((_text, cell) => cell?.className.includes('spent') === true, { ignore: false });
      return Number.parseFloat(spent.style.width);
    };
    expect(await spentOf('host-1.example.com')).toBeGreaterThan(0);
    expect(await spentOf('host-2.example.com')).toBe(0);
    expect(await spentOf('host-3.example.com')).toBeGreaterThan(0);
  });

  it('show where each was found, and mark what does not answer, is monitored or new', async () => {
    openRun(
      sampleRun([
        sampleResult(1, 50, { reachable: false, detail: 'Connection refused.', seen: 'log', sources: ['ct_logs'] }),
        sampleResult(2, 50, { certificateId: certificateIdOf(7), isNew: true }),
        sampleResult(3, null, { reachable: null, detail: 'The limit of hosts was reached.', seen: 'none', issuer: null, san: [] }),
      ]),
    );
    const [silent, watched, unseen] = [
      await rowOf('host-1.example.com'),
      await rowOf('host-2.example.com'),
      await rowOf('host-3.example.com'),
    ];
    expect(silent.getByText('Not reachable')).toBeTruthy();
    expect(silent.getByText('CT Logs')).toBeTruthy();
    expect(silent.queryByText('dns')).toBeNull();
    expect(watched.getByRole('link', { name: 'Monitored: host-2.example.com' }).getAttribute('href')).toBe(
      `/certificates/${certificateIdOf(7)}`,
    );
    expect(watched.queryByRole('checkbox')).toBeNull();
    expect(watched.getByText('New')).toBeTruthy();
    expect(unseen.getByText('Not checked')).toBeTruthy();
  });

  it('unfold the names of a certificate and whose word its dates are', async () => {
    openRun(sampleRun([sampleResult(1, 50, { reachable: false, detail: 'Connection refused.', seen: 'log' })]));
    await results();
    press('2 names of host-1.example.com');
    const names = within(screen.getByRole('list', { name: 'Names in the certificate of host-1.example.com' }));
    expect(names.getAllByRole('listitem').map((name) => name.textContent)).toEqual(['host-1.example.com', 'www.example.com']);
    expect(screen.getByText('A certificate log gave issuer and expiry: the host did not answer.')).toBeTruthy();
    expect(screen.getByText('Connection refused.')).toBeTruthy();
  });

  it('page by ten', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => sampleResult(index, 50 + index));
    openRun(sampleRun(rows, { found: 10_003, total: 10_003 }));
    await results();
    expect(screen.getByText('1\u201310 of 10,003')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    api.answer('discovery.get', { value: sampleRun([sampleResult(11, 70)], { found: 10_003, total: 10_003, offset: 10 }) });
    press('Next');
    expect(await screen.findByText('11\u201311 of 10,003')).toBeTruthy();
    expect(api.callsOf('discovery.get').at(-1)).toEqual({ id: runIdOf(1), list: 'all', offset: 10, limit: 10 });
  });

  it('are searched by a part of a name if they fill more than a page', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => sampleResult(index + 1, 50));
    openRun(sampleRun(ten, { found: 12, total: 12 }));
    await results();
    api.answer('discovery.get', { value: sampleRun([sampleResult(7, 50)], { found: 12, total: 1 }) });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search names' }), { target: { value: ' host-7 ' } });
    expect(await screen.findByText('1\u20131 of 1')).toBeTruthy();
    expect(api.callsOf('discovery.get').at(-1)).toMatchObject({ search: 'host-7', offset: 0 });
    api.answer('discovery.get', { value: sampleRun([], { found: 12, total: 0 }) });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nowhere' } });
    expect(await screen.findByText('No name here contains \u201cnowhere\u201d.')).toBeTruthy();
  });

  it('of one page need no search', async () => {
    openRun(sampleRun([sampleResult(1, 50)]));
    await results();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('say when there are none', async () => {
    openRun(sampleRun([]));
    expect(
      await screen.findByText('No certificates discovered. Try a different domain or check if the domain is accessible.'),
    ).toBeTruthy();
  });

  it('compare with the run before', async () => {
    const comparison = { jobId: runIdOf(2), finishedAt: new Date('2026-11-01T08:12:00Z'), added: 1, gone: 2 };
    openRun(sampleRun([sampleResult(1, 50, { isNew: true })], { comparison }));
    await results();
    expect(
      screen.getByText(
        (_text, line) => line?.tagName === 'P' && line.textContent === 'Since the run of 2026-11-01 08:12 UTC: 1 new, 2 gone.',
      ),
    ).toBeTruthy();
    api.answer('discovery.get', { value: sampleRun([sampleResult(9, 5)], { comparison, total: 1 }) });
    fireEvent.click(screen.getByRole('link', { name: 'Gone 2' }));
    await screen.findByText('host-9.example.com');
    const gone = await rowOf('host-9.example.com');
    expect(gone.queryByRole('button', { name: /Add to Monitoring/ })).toBeNull();
  });
});

describe('a wildcard', () => {
  it('that a certificate names, or that results suggest, is shown with the one entry that could watch it', async () => {
    openRun(
      sampleRun([sampleResult(1, 50)], {
        wildcards: [
          { wildcard: '*.shop.example.com', reason: 'shared', results: 5, domain: 'a.shop.example.com', certificateId: null },
          { wildcard: '*.example.com', reason: 'san', results: 1, domain: 'host-1.example.com', certificateId: certificateIdOf(7) },
          { wildcard: '*.old.example.com', reason: 'san', results: 0, domain: null, certificateId: null },
        ],
      }),
    );
    const hints = within(await screen.findByRole('region', { name: 'Wildcard suggestions' }));
    expect(hints.getByText('Wildcard suggested: *.shop.example.com')).toBeTruthy();
    expect(hints.getByText('5 results share an issuer and expiry date. One entry can watch them all: a.shop.example.com.')).toBeTruthy();
    fireEvent.click(hints.getByRole('button', { name: 'Show 2 more' }));
    expect(hints.getByText('Wildcard in use: *.example.com')).toBeTruthy();
    expect(hints.getByRole('link', { name: 'Monitored: host-1.example.com' }).getAttribute('href')).toBe(
      `/certificates/${certificateIdOf(7)}`,
    );
    expect(hints.queryByRole('button', { name: /host-1/ })).toBeNull();
    expect(hints.getByText('A certificate names it; no result is known to use it.')).toBeTruthy();
    api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 50) } });
    fireEvent.click(hints.getByRole('button', { name: 'Add to Monitoring a.shop.example.com' }));
    expect(await screen.findByText('Added a.shop.example.com to monitoring')).toBeTruthy();
    expect(hints.getByRole('link', { name: 'Monitored: a.shop.example.com' })).toBeTruthy();
  });
});

describe('adding', () => {
  const three = sampleRun([sampleResult(1, 50), sampleResult(2, 60), sampleResult(3, 70)]);

  it('one puts it under monitoring and marks it', async () => {
    openRun(three);
    await results();
    api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 50) } });
    screen.getByRole('button', { name: 'Add to Monitoring host-1.example.com' }).focus();
    press('Add to Monitoring host-1.example.com');
    expect(await screen.findByText('Added host-1.example.com to monitoring')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Monitored: host-1.example.com'));
    expect(api.callsOf('certificates.add')).toEqual([{ domain: 'host-1.example.com' }]);
    expect((await rowOf('host-1.example.com')).getByText('Monitored')).toBeTruthy();
  });

  it.each([
    ['target_unreachable', 'Connection refused by 192.0.2.1:443.', undefined],
    ['internal', 'Something went wrong on our side.', 'Failed to add certificate'],
  ] as const)('that fails for %s says why', async (error, message, shown) => {
    openRun(three);
    await results();
    api.answer('certificates.add', { error, message });
    press('Add to Monitoring host-1.example.com');
    expect(await screen.findByText(shown ?? message)).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to Monitoring host-1.example.com' }).disabled).toBe(false),
    );
  });

  it('above the limit says so, with the way to a larger plan', async () => {
    openRun(three, { plan: 'Forever Free' });
    await results();
    api.answer('certificates.add', {
      error: 'certificate_limit',
      message: 'Certificate limit reached. Upgrade your plan to add more certificates.',
    });
    press('Add to Monitoring host-1.example.com');
    expect((await screen.findAllByText(/Certificate limit reached\. Upgrade your plan to add more certificates\./)).length).toBeGreaterThan(
      0,
    );
    expect((await screen.findByRole('link', { name: 'Upgrade Plan' })).getAttribute('href')).toBe('/billing');
  });

  it('above the limit names no plans if none are sold', async () => {
    openRun(three, { plan: 'Self-hosted' });
    await results();
    api.answer('certificates.add', { error: 'certificate_limit', message: 'Certificate limit reached.' });
    press('Add to Monitoring host-1.example.com');
    await screen.findByText('Certificate limit reached. The operator of this installation set it and can raise it.');
    expect(screen.queryByRole('link', { name: 'Upgrade Plan' })).toBeNull();
  });

  it('several names what was not added, and keeps it selected', async () => {
    openRun(three);
    await results();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    expect(await screen.findByText('3 selected')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select host-3.example.com' }));
    expect(await screen.findByText('2 selected')).toBeTruthy();
    api.answer('certificates.add', { error: 'target_unreachable', message: 'Connection refused.' });
    press('Add Selected');
    const report = within(await screen.findByRole('region', { name: 'Not added' }));
    expect(report.getByText('2 of 2 could not be added')).toBeTruthy();
    expect(report.getByText('host-1.example.com')).toBeTruthy();
    expect(report.getByText('host-2.example.com')).toBeTruthy();
    expect(screen.getByText('2 selected')).toBeTruthy();
    api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 50) } });
    press('Add Selected');
    expect(await screen.findByText('Added 2 domains to monitoring')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  });

  it('several leaves alone what is selected while the results are asked for again', async () => {
    openRun(three);
    await results();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await screen.findByText('3 selected');
    api.answer('certificates.add', { error: 'target_unreachable', message: 'Connection refused.' });
    const release = api.hold('discovery.get');
    press('Add Selected');
    await screen.findByText('3 of 3 could not be added');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select host-3.example.com' }));
    await screen.findByText('2 selected');
    release();
    await screen.findByText('Failed to add certificate');
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  it('all of them reaches beyond the page', async () => {
    openRun(sampleRun(three.results, { found: 24, total: 24 }));
    await results();
    const many = Array.from({ length: 24 }, (_, index) => sampleResult(index + 1, 50));
    api.answer('discovery.get', { value: sampleRun(many) });
    press('Select all 24');
    expect(await screen.findByText('24 selected')).toBeTruthy();
    expect(api.callsOf('discovery.get').at(-1)).toEqual({ id: runIdOf(1), list: 'unmonitored', offset: 0, limit: 500 });
    api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 50) } });
    press('Add Selected');
    expect(await screen.findByText('Added 24 domains to monitoring')).toBeTruthy();
    expect(api.callsOf('certificates.add')).toHaveLength(24);
  });

  it('of many stops where the plan has no room, and says how many were not tried', async () => {
    const many = Array.from({ length: 10 }, (_, index) => sampleResult(index + 1, 50));
    openRun(sampleRun(many));
    await results();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await screen.findByText('10 selected');
    api.answer('certificates.add', {
      error: 'certificate_limit',
      message: 'Certificate limit reached. Upgrade your plan to add more certificates.',
    });
    press('Add Selected');
    const report = within(await screen.findByRole('region', { name: 'Not added' }));
    expect(report.getByText('7 more were not tried: the plan has no room. They stay selected.')).toBeTruthy();
    expect(api.callsOf('certificates.add')).toHaveLength(3);
    expect(report.getAllByRole('link', { name: 'Upgrade Plan' }).length).toBeGreaterThan(0);
  });
});

describe('adding what somebody else watches already', () => {
  it('marks it', async () => {
    openRun(sampleRun([sampleResult(1, 50)]));
    await results();
    api.answer('certificates.add', { error: 'certificate_exists', message: 'This domain is already monitored.' });
    press('Add to Monitoring host-1.example.com');
    expect(await screen.findByText('This domain is already monitored.')).toBeTruthy();
    expect((await rowOf('host-1.example.com')).getByText('Monitored')).toBeTruthy();
    expect((await rowOf('host-1.example.com')).queryByRole('checkbox')).toBeNull();
  });

  it('can be stopped, and keeps the rest selected', async () => {
    const many = Array.from({ length: 10 }, (_, index) => sampleResult(index + 1, 50));
    openRun(sampleRun(many));
    await results();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    await screen.findByText('10 selected');
    api.answer('certificates.add', { value: { certificate: sampleCertificate(1, 50) } });
    const release = api.hold('certificates.add');
    press('Add Selected');
    expect(await screen.findByText('Tried 0 of 10')).toBeTruthy();
    press('Stop');
    release();
    expect(await screen.findByText('Added 3 of 10 to monitoring')).toBeTruthy();
    expect(await screen.findByText('7 selected')).toBeTruthy();
    expect(api.callsOf('certificates.add')).toHaveLength(3);
  });
});

describe('past runs', () => {
  it('are listed with their outcome, and run again', async () => {
    const failed = sampleRun([], { jobId: runIdOf(2), domain: 'example.org', status: 'failed', error: 'All sources failed.' });
    const cancelled = sampleRun([], { jobId: runIdOf(3), domain: 'example.net', status: 'failed', error: 'Cancelled' });
    answerRuns(pastRunOf(sampleRun([sampleResult(1, 50)])), pastRunOf(failed), pastRunOf(cancelled));
    open();
    const panel = within(await screen.findByRole('region', { name: 'Past runs' }));
    await panel.findByText('Completed');
    expect(panel.getByText('All sources failed.')).toBeTruthy();
    expect(panel.getByText('Cancelled')).toBeTruthy();
    api.answer('discovery.start', { value: { jobId: runIdOf(4), domain: 'example.org' } });
    api.answer('discovery.get', { value: runningRun(3, [], { jobId: runIdOf(4), domain: 'example.org' }) });
    press('Run again example.org');
    expect(await screen.findByText('Scanning example.org... 0% complete')).toBeTruthy();
    expect(api.callsOf('discovery.start')).toEqual([{ domain: 'example.org' }]);
  });

  it('that do not load leave the form, and can be tried again', async () => {
    api.answer('discovery.list', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    await screen.findByText('Past runs did not load');
    expect(await field()).toBeTruthy();
    answerRuns();
    press('Retry');
    expect(await screen.findByText('Nothing discovered yet')).toBeTruthy();
  });
});

it('lets viewers see results and start or add nothing', async () => {
  openRun(
    sampleRun([sampleResult(1, 50)], {
      wildcards: [{ wildcard: '*.example.com', reason: 'san', results: 1, domain: 'host-1.example.com', certificateId: null }],
    }),
    {
      role: 'viewer',
    },
  );
  await results();
  expect(screen.getByText(/Your role does not allow starting a discovery\./)).toBeTruthy();
  expect(screen.queryByLabelText('Domain')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Discover|Add|Run again|Cancel/ })).toBeNull();
});
