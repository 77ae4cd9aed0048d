// React has two builds and by default uses the slow development build: a quarter of a page's time. It decides when it is imported.
process.env.NODE_ENV ||= 'production';
const { runServer } = await import('./run-server.ts');

await runServer({ environment: process.env });
