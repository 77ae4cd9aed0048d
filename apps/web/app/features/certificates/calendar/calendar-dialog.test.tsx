import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { NOW } from '../../../testing/now.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import CalendarDialog from './calendar-dialog.tsx';

const api = useApiServer();
afterEach(clearScreen);

const open = async (url: string | null) => {
  api.answer('certificates.calendarLink', { value: { url, rotatedAt: url === null ? null : NOW } });
  renderAppScreen(<CalendarDialog onClose={() => undefined} />);
  return within(await screen.findByRole('dialog', { name: 'Calendar feed' }));
};
const address = (dialog: Awaited<ReturnType<typeof open>>) => dialog.findByLabelText<HTMLInputElement>('Feed address');

it('makes the first address without a question', async () => {
  const dialog = await open(null);
  api.answer('certificates.rotateCalendarLink', { value: { url: 'https://example.com/one.ics', rotatedAt: NOW } });
  fireEvent.click(await dialog.findByRole('button', { name: 'Make Feed Address' }));
  expect((await address(dialog)).value).toBe('https://example.com/one.ics');
});

it('asks before it replaces an address, and shows the new one', async () => {
  const dialog = await open('https://example.com/one.ics');
  expect((await address(dialog)).readOnly).toBe(true);
  fireEvent.click(dialog.getByRole('button', { name: 'New Address' }));
  expect(dialog.getByText(/^The present address stops working at once\./)).toBeTruthy();
  expect(api.callsOf('certificates.rotateCalendarLink')).toEqual([]);
  api.answer('certificates.rotateCalendarLink', { value: { url: 'https://example.com/two.ics', rotatedAt: NOW } });
  fireEvent.click(dialog.getByRole('button', { name: 'Replace Address' }));
  expect(await dialog.findByDisplayValue('https://example.com/two.ics')).toBeTruthy();
});

it('keeps the address where no new one could be made, and says so', async () => {
  const dialog = await open('https://example.com/one.ics');
  await address(dialog);
  fireEvent.click(dialog.getByRole('button', { name: 'New Address' }));
  api.answer('certificates.rotateCalendarLink', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
  fireEvent.click(dialog.getByRole('button', { name: 'Replace Address' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to make a new address');
  expect((await address(dialog)).value).toBe('https://example.com/one.ics');
});
