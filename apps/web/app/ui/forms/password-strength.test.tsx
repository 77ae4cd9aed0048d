import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { judgeStrength } from './judge-strength.ts';
import { PasswordStrength } from './password-strength.tsx';

it('says nothing before anything is typed', () => {
  const { container } = render(<PasswordStrength password="" />, { wrapper: MantineProvider });
  expect(container.querySelector('div, p')).toBeNull();
});

it('keeps room for the judgement from the first character on, so that nothing moves under a press', () => {
  const { container, unmount } = render(<PasswordStrength password="p" />, { wrapper: MantineProvider });
  expect(container.querySelector('p')?.textContent).toBe('');
  unmount();
});

it('says how well a password would hold out, and why not', async () => {
  const { rerender } = render(<PasswordStrength password="password" />, { wrapper: MantineProvider });
  expect((await screen.findByText(/^Password strength:/)).textContent).toBe(
    'Password strength: very weak. Everybody who guesses tries this first.',
  );
  rerender(<PasswordStrength password="quartz-lantern-ferry-plum" />);
  expect(await screen.findByText('strong.')).toBeTruthy();
  rerender(<PasswordStrength password="" />);
  expect(screen.queryByText(/^Password strength:/)).toBeNull();
});

it('knows that a person’s own name is tried first', () => {
  const own = 'Lovelace-Harborline';
  expect(judgeStrength(own, ['lovelace', 'harborline']).score).toBeLessThan(judgeStrength(own, []).score);
});

it('judges a pasted novel as fast as a sentence', () => {
  judgeStrength('warm', []);
  const before = process.threadCpuUsage();
  expect(judgeStrength('ab1!'.repeat(100_000), []).score).toBeLessThan(5);
  expect(process.threadCpuUsage(before).user).toBeLessThan(5_000_000);
});
