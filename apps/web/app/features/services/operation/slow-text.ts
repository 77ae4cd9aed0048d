import type { ServiceOperation } from '../types.ts';

/** `14:02:31 UTC`: the next try is seconds away. */
const clockText = (instant: Date): string => `${instant.toISOString().slice(11, 19)} UTC`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Says of an operation that takes longer than usual what it waits for. */
export const slowText = ({ label, lastAnswer, nextTryAt }: Pick<ServiceOperation, 'label' | 'lastAnswer' | 'nextTryAt'>): string =>
  [
    `Taking longer than usual: ${sentence(label)}`,
    ...(lastAnswer === null ? [] : [`Last answer: ${sentence(lastAnswer)}`]),
    ...(nextTryAt === null ? [] : [`Next try at ${clockText(nextTryAt)}.`]),
  ].join(' ');
