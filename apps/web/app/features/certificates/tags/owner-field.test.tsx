import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { OwnerField } from './owner-field.tsx';

const api = useApiServer();
afterEach(clearScreen);

/** happy-dom lays nothing out, and Mantine hides a list whose field seems to be out of view. */
const laidOut = { hidden: true };
const ada = { id: '1', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const maren = { id: '2', firstName: 'Maren', lastName: 'Voss', email: 'maren@example.com' };
const found = (total: number, ...users: readonly unknown[]) => ({ value: { users, nextCursor: null, total } });

const render = (owner: string) => {
  function Form() {
    const [chosen, setChosen] = useState(owner);
    return <OwnerField owner={chosen} onChange={setChosen} />;
  }
  renderAppScreen(<Form />);
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Owner' });
};
const option = (name: string) => screen.findByRole('option', { name, ...laidOut });
const options = () => screen.getAllByRole('option', laidOut).map(({ textContent }) => textContent);
const said = (text: string) => screen.findByText(text);
const key = (field: Element, code: string) => fireEvent.keyDown(field, { key: code, code });

it('shows the present owner, a member or not, and asks for nobody before it is opened', async () => {
  api.answer('team.listUsers', found(2, ada, maren));
  const field = render('Grace Hopper');
  expect(field.value).toBe('Grace Hopper');
  expect(api.callsOf('team.listUsers')).toEqual([]);
  fireEvent.click(field);
  await option('Ada Lovelace (ada@example.com)');
  expect(options()).toEqual(['No Owner', 'Grace Hopper', 'Ada Lovelace (ada@example.com)', 'Maren Voss (maren@example.com)']);
  expect(api.callsOf('team.listUsers')).toEqual([{ limit: 20, cursor: null }]);
  await said('2 members');
  fireEvent.click(await option('No Owner'));
  await waitFor(() => expect(field.value).toBe(''));
});

it('searches all members by what is typed and takes one by the keyboard', async () => {
  api.answer('team.listUsers', found(10_000, ada));
  const field = render('');
  fireEvent.click(field);
  await said('1 of 10,000 members. Type a name or an address to find others.');
  api.answer('team.listUsers', found(1, maren));
  fireEvent.change(field, { target: { value: ' mar ' } });
  await option('Maren Voss (maren@example.com)');
  expect(api.callsOf('team.listUsers').at(-1)).toEqual({ limit: 20, cursor: null, search: 'mar' });
  await said('1 member matches.');
  key(field, 'ArrowDown');
  const first = await option('Maren Voss (maren@example.com)');
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(first.id));
  key(field, 'Enter');
  await waitFor(() => expect(field.value).toBe('Maren Voss'));
});

it('takes nobody for what was typed alone', async () => {
  api.answer('team.listUsers', found(1, ada));
  const field = render('Ada Lovelace');
  fireEvent.click(field);
  await option('Ada Lovelace (ada@example.com)');
  api.answer('team.listUsers', found(0));
  fireEvent.change(field, { target: { value: 'Nobody Known' } });
  await said('Nobody matches.');
  expect(fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' })).toBe(false);
  fireEvent.blur(field);
  await waitFor(() => expect(field.value).toBe('Ada Lovelace'));
});

it('says that members did not load, and asks again', async () => {
  api.answer('team.listUsers', { error: 'internal', message: 'Something went wrong on our side. Please try again.' });
  const field = render('Ada Lovelace');
  fireEvent.click(field);
  await said('Members did not load. Something went wrong on our side. Please try again.');
  expect(field.value).toBe('Ada Lovelace');
  api.answer('team.listUsers', found(1, maren));
  fireEvent.click(await option('Try Again'));
  await option('Maren Voss (maren@example.com)');
  expect(screen.queryByText(/did not load/)).toBeNull();
});
