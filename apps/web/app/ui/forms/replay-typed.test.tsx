import { cleanup, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { replayTyped } from './replay-typed.ts';

function Form() {
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const [name, setName] = useState('Maren');
  useEffect(() => replayTyped(document), []);
  return (
    <form>
      <input aria-label="Email" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <textarea aria-label="Note" value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      <input aria-label="Name" value={name} onChange={(event) => setName(`changed to ${event.currentTarget.value}`)} />
      <output>{[email, note, name].join(' / ')}</output>
    </form>
  );
}

afterEach(cleanup);

it('keeps what was typed before the page was taken over, and leaves the other fields alone', () => {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<Form />);
  const [email, note] = [container.querySelector('input'), container.querySelector('textarea')];
  if (email === null || note === null) throw new Error('The form is missing.');
  email.value = 'maren@harborline.example';
  note.value = 'on call';
  render(<Form />, { container, hydrate: true });
  expect(container.querySelector('output')?.textContent).toBe('maren@harborline.example / on call / Maren');
  expect([email.value, note.value]).toEqual(['maren@harborline.example', 'on call']);
});
