import { runServer } from './run-server.ts';

await runServer({ environment: process.env });
