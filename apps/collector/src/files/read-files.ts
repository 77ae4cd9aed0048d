import type { ReadFiles } from './reader.ts';

export const readFiles: ReadFiles = () => Promise.reject(new Error('Not available yet.'));
