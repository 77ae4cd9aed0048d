// React has two builds and takes the slow one, which checks everything, where nobody says which: a quarter of a page's time. It
// looks as soon as it is imported.
process.env.NODE_ENV ||= 'production';
const { runServer } = await import('./run-server.ts');

await runServer({ environment: process.env });
