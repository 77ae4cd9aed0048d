import { brandId } from '@notafter/domain';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { collectorId, sampleCollector, waitingCollector } from '../testing/samples.ts';
import type { BundleImport, Collector } from '../types.ts';
import { CollectorsScreen } from './collectors-screen.tsx';

const otherId = brandId<'collector'>('0198b5a0-0000-7000-8000-000000000402');
const api = useApiServer();
afterEach(clearScreen);

const answer = (...collectors: readonly Collector[]): void => api.answer('collectors.list', { value: { collectors } });
const open = (who: Parameters<typeof renderAppScreen>[1] = {}) =>
  renderAppScreen(<CollectorsScreen />, { at: '/collectors', path: '/collectors', plan: 'Enterprise', ...who });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Collectors' });
  await waitFor(() => expect(within(table).queryAllByRole('row').length).toBeGreaterThan(1));
  await waitFor(() => expect(table.getAttribute('aria-busy')).toBe('false'));
  return [...table.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent));
};

describe('the list', () => {
  it('says how each collector is, what it watches, and the age of its report', async () => {
    answer(sampleCollector(), waitingCollector({ id: otherId, name: 'Depot', carriedEverySeconds: 86_400 }));
    open();
    expect(await rows()).toEqual([
      ['Vault network', 'Active', 'vault-1', 'Online, every hour', '12', '30', '14 minutes ago'],
      ['Depot', 'Waiting', '–', 'As files, every day', '0', '0', 'Never'],
    ]);
    expect(screen.getByText('14 minutes ago').title).toBe('2026-11-20 09:22 UTC');
    expect(screen.getByRole('link', { name: 'Vault network' }).getAttribute('href')).toBe(`/collectors/${collectorId}`);
  });

  it('says what is wrong below the row, and what to do', async () => {
    answer(sampleCollector({ state: 'forked', clockOffsetMs: -8 * 60_000, filesWithProblems: 2 }));
    open();
    const [, problems] = await rows();
    expect(problems?.[0]).toMatch(
      /^Two programs report with the key of this collector, so we take nothing more from it\. Find out who copied the key, revoke it, then enroll it again/,
    );
    expect(problems?.[0]).toContain('Its clock is 8 minutes behind.');
    expect(problems?.[0]).toContain('2 files can’t be read.');
  });

  it('is explained when it is empty, with the next step for admins', async () => {
    answer();
    open();
    expect(await screen.findByText('No collectors yet')).toBeTruthy();
    expect(await button('Add Collector')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Import Bundles' })).toBeNull();
    clearScreen();
    open({ role: 'viewer' });
    expect(await screen.findByText('An admin of your organization can add the first collector.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is shown to viewers, who change nothing', async () => {
    answer(sampleCollector());
    open({ role: 'viewer' });
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that does not load offers another try', async () => {
    api.answer('collectors.list', { error: 'internal', message: 'Something went wrong on our side.' });
    open();
    expect(await screen.findByText('Collectors did not load')).toBeTruthy();
    answer(sampleCollector());
    fireEvent.click(await button('Retry'));
    expect(await screen.findByText('Vault network')).toBeTruthy();
  });
});

describe('a plan without collectors', () => {
  it('has one line, the plan that includes them, and the way to the plans', async () => {
    answer();
    open({ plan: 'Team' });
    expect(await screen.findByText(/Collectors are available on the Enterprise plan\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Upgrade Plan' }).getAttribute('href')).toBe('/billing');
    await waitFor(() => expect(api.callsOf('collectors.list')).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('still shows those of a former plan, and adds none', async () => {
    answer(sampleCollector());
    open({ plan: 'Team' });
    expect(await rows()).toHaveLength(1);
    expect(screen.getByText(/Bundles of these collectors are refused until you upgrade\./)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('a new collector', () => {
  const token = 'nac_example-token';
  const add = async (): Promise<void> => {
    fireEvent.click(await button('Add Collector'));
    const form = await dialog('Add Collector');
    fireEvent.change(form.getByLabelText('Name'), { target: { value: ' Depot ' } });
  };
  const submit = async () => fireEvent.click((await dialog('Add Collector')).getByRole('button', { name: 'Add Collector' }));

  it('shows one command in three forms, with its token masked', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    answer();
    open();
    await add();
    api.answer('collectors.add', { value: { collector: waitingCollector({ name: 'Depot' }), token } });
    await submit();
    const shown = await dialog('Enroll Depot');
    expect(api.callsOf('collectors.add')).toEqual([{ name: 'Depot', carriedEverySeconds: null }]);
    expect(shown.getByText(/Its token works once, until 2026-11-27 09:36 UTC\./)).toBeTruthy();
    const command = () => shown.getByText(/enroll/, { selector: 'code' }).textContent;
    expect(command()).toBe('npm install --global @notafter/collector && notafter-collector enroll nac_exam…');
    fireEvent.click(shown.getByRole('button', { name: 'Copy Command' }));
    expect(await shown.findByText('Copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith(`npm install --global @notafter/collector && notafter-collector enroll ${token}`);
    fireEvent.click(shown.getByRole('button', { name: 'Show Token' }));
    fireEvent.click(shown.getByRole('radio', { name: 'Container' }));
    expect(command()).toMatch(new RegExp(`^docker run --rm .* ghcr.io/notafter/collector enroll ${token} && docker run -d .* run$`));
    fireEvent.click(shown.getByRole('radio', { name: 'systemd' }));
    expect(command()).toContain(`notafter-collector enroll ${token} && sudo systemctl`);
    // Nothing but its own buttons closes it.
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    expect(screen.getByRole('dialog', { name: 'Enroll Depot' })).toBeTruthy();
    fireEvent.click(shown.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is enrolled offline if its bundles travel as files', async () => {
    answer();
    open();
    await add();
    const form = await dialog('Add Collector');
    expect(form.queryByLabelText('Carried')).toBeNull();
    fireEvent.click(form.getByLabelText('Bundles travel as files'));
    expect(form.getByLabelText<HTMLSelectElement>('Carried').value).toBe('604800');
    fireEvent.change(form.getByLabelText('Carried'), { target: { value: '86400' } });
    const collector = waitingCollector({ name: 'Depot', carriedEverySeconds: 86_400 });
    api.answer('collectors.add', { value: { collector, token } });
    await submit();
    const shown = await dialog('Enroll Depot');
    expect(api.callsOf('collectors.add')).toEqual([{ name: 'Depot', carriedEverySeconds: 86_400 }]);
    expect(shown.getByText(/enroll/, { selector: 'code' }).textContent).toMatch(/enroll nac_exam… --offline$/);
  });

  it('is refused at its field', async () => {
    answer();
    open();
    await add();
    const message = 'A collector with this name already exists.';
    api.answer('collectors.add', { error: 'collector_exists', message, details: [{ path: 'name', message }] });
    await submit();
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

describe('an import', () => {
  const bundle = (name: string, text = 'head\nbody\n') => new File([text], name);
  const choose = async (...files: readonly File[]): Promise<void> => {
    fireEvent.click(await button('Import Bundles'));
    fireEvent.change((await dialog('Import Bundles')).getByLabelText('Bundles'), { target: { files } });
  };
  const outcome = (name: string, given: Partial<BundleImport['bundles'][number]> = {}): BundleImport['bundles'][number] => ({
    ...{ name, sequence: 7, collectorId, outcome: 'stored', message: null },
    ...given,
  });

  it('names what became of each bundle, and hands out the receipts', async () => {
    answer(sampleCollector());
    open();
    api.answer('collectors.importBundles', {
      value: {
        bundles: [
          outcome('a-7.notafter'),
          outcome('a-6.notafter', { outcome: 'replay', message: 'This bundle was imported before. Nothing changed.' }),
          outcome('b-9.notafter', { outcome: 'gap', message: 'Bundles 7 to 8 of this collector are missing.' }),
          outcome('c-1.notafter', { outcome: 'other_organization', message: 'This bundle is from a collector of another organization.' }),
          outcome('notes.txt', { outcome: 'malformed', sequence: null, collectorId: null, message: 'This is not a whole bundle.' }),
        ],
        receipts: [{ collectorId, receipt: 'eyJ.a+b.c' }],
      },
    });
    await choose(bundle('b-10.notafter'), bundle('b-9.notafter'));
    const shown = await dialog('Import Bundles');
    const table = await shown.findByRole('table', { name: 'Imported bundles' });
    expect([...table.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[1]?.textContent)).toEqual([
      'StoredNumber 7',
      'Imported beforeThis bundle was imported before. Nothing changed.',
      'Bundles missingBundles 7 to 8 of this collector are missing.',
      'Another organizationThis bundle is from a collector of another organization.',
      'Not a bundleThis is not a whole bundle.',
    ]);
    expect(shown.getByText('1 stored, 3 refused')).toBeTruthy();
    const sent = api.callsOf('collectors.importBundles');
    expect(sent).toEqual([
      {
        bundles: [
          { name: 'b-9.notafter', content: 'head\nbody\n' },
          { name: 'b-10.notafter', content: 'head\nbody\n' },
        ],
      },
    ]);
    const receipt = shown.getByRole('link', { name: 'Download receipt of Vault network' });
    expect(receipt.getAttribute('download')).toBe(`${collectorId}.receipt`);
    expect(receipt.getAttribute('href')).toBe('data:application/jose,eyJ.a%2Bb.c');
  });

  it('sends many bundles in several requests, and keeps the last receipt of each collector', async () => {
    answer(sampleCollector());
    open();
    const release = api.hold('collectors.importBundles');
    api.answer('collectors.importBundles', { value: { bundles: [outcome('x')], receipts: [{ collectorId, receipt: 'r' }] } });
    await choose(...Array.from({ length: 26 }, (_, index) => bundle(`${index}.notafter`)));
    expect(await screen.findByText('Importing 0 of 26')).toBeTruthy();
    release();
    await screen.findByRole('link', { name: 'Download receipt of Vault network' });
    await waitFor(() => expect(api.callsOf('collectors.importBundles')).toHaveLength(2));
  });

  it('does not send a file that is too large for a bundle', async () => {
    answer(sampleCollector());
    open();
    await choose(new File([new Uint8Array(17 * 1024 * 1024)], 'video.mp4'));
    expect(await screen.findByText('A bundle has at most 16 MiB.')).toBeTruthy();
    expect(api.callsOf('collectors.importBundles')).toEqual([]);
  });

  it('that fails keeps what was imported before', async () => {
    answer(sampleCollector());
    open();
    api.answer('collectors.importBundles', { error: 'internal', message: 'Something went wrong on our side.' });
    await choose(bundle('a.notafter'));
    expect(await screen.findByText('Failed to import bundles')).toBeTruthy();
    await waitFor(async () => expect((await button('Done')).disabled).toBe(false));
  });
});
