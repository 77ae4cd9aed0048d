import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ActionMenu } from './action-menu.tsx';

afterEach(cleanup);

/** happy-dom lays nothing out, and Mantine hides a menu whose button seems to be out of view. */
const laidOut = { hidden: true };

const remove = vi.fn();
const open = async () => {
  renderScreen(
    <ActionMenu
      trigger={
        <button type="button" aria-label="More actions">
          …
        </button>
      }
      entries={[
        { label: 'View Details', icon: 'certificate', to: '/certificates/1' },
        { label: 'Delete Certificate', icon: 'trash', danger: true, onSelect: remove },
      ]}
    />,
  );
  const trigger = screen.getByRole('button', { name: 'More actions' });
  expect([trigger.getAttribute('aria-haspopup'), trigger.getAttribute('aria-expanded')]).toEqual(['menu', 'false']);
  fireEvent.click(trigger);
  await screen.findAllByRole('menuitem', laidOut);
};

it('opens with the first click, though its code comes only then', async () => {
  await open();
  expect(screen.getAllByRole('menuitem', laidOut).map((item) => item.textContent)).toEqual(['View Details', 'Delete Certificate']);
  expect(screen.getByRole('button', { name: 'More actions' }).getAttribute('aria-expanded')).toBe('true');
});

it('runs what was chosen', async () => {
  await open();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Delete Certificate', ...laidOut }));
  expect(remove).toHaveBeenCalledOnce();
});

it('follows a link', async () => {
  await open();
  fireEvent.click(screen.getByRole('menuitem', { name: 'View Details', ...laidOut }));
  expect(await screen.findByText('elsewhere')).toBeTruthy();
});
