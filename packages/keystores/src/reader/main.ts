import { runReader } from './run-reader.ts';

await runReader();
