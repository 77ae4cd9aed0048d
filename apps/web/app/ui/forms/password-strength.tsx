import { Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Strength } from './judge-strength.ts';
import css from './password-strength.module.css';

interface PasswordStrengthProps {
  readonly password: string;
  /** Words that an attacker tries first for this person: their name, their address. */
  readonly known?: readonly string[];
}

/** A pause in typing; each judgement takes some milliseconds of the thread that types. */
const PAUSE_MS = 150;

const segments = [1, 2, 3, 4] as const;

/** The judge and its list of passwords are 200 KB: they come with the first character somebody types. */
const useStrength = (password: string, known: string): Strength | null => {
  const [strength, setStrength] = useState<Strength | null>(null);
  useEffect(() => {
    if (password === '') {
      setStrength(null);
      return;
    }
    let current = true;
    const judge = async (): Promise<void> => {
      const { judgeStrength } = await import('./judge-strength.ts');
      if (current) setStrength(judgeStrength(password, known === '' ? [] : known.split('\n')));
    };
    // Advice whose code does not arrive is left out; the server judges what it must.
    const timer = window.setTimeout(() => void judge().catch(() => undefined), PAUSE_MS);
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [password, known]);
  return strength;
};

/** How well a new password would hold out, as advice: it refuses nothing. Place it below the field. */
export function PasswordStrength({ password, known = [] }: PasswordStrengthProps) {
  const strength = useStrength(password, known.filter((text) => text !== '').join('\n'));
  if (password === '') return null;
  const score = strength?.score ?? 0;
  return (
    <Stack gap="xs" mt={-8}>
      <div className={css.rail} aria-hidden>
        {segments.map((segment) => (
          <span key={segment} data-filled={segment <= score} />
        ))}
      </div>
      {/* The judgement comes a moment after the password: what is below must not move under a press. */}
      <Text size="sm" c="dimmed" aria-live="polite" className={css.text ?? ''}>
        {strength === null ? null : (
          <>
            Password strength: <strong>{strength.word}.</strong> {strength.advice}
          </>
        )}
      </Text>
    </Stack>
  );
}
