import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { canRunAsRoot } from '../../../../scripts/test-servers.ts';
import { canHideNetworks, launchBrowser } from '../testing/journey.ts';

const ip = (...words: string[]) => promisify(execFile)('ip', words);
const BRIDGE = 'na-journey';
/** Chromium looks at a change after a moment. */
const REQUESTS_BETWEEN = 100;

/** Requests that a page makes until the server said that it is enough. */
const countFailed = async (): Promise<number> => {
  let failed = 0;
  let goesOn = true;
  const ask = async (): Promise<void> => {
    try {
      goesOn = (await (await fetch(`/more?${Math.random()}`)).text()) === 'yes' && goesOn;
    } catch {
      failed += 1;
    }
  };
  while (goesOn) await Promise.all(Array.from({ length: 20 }, ask));
  return failed;
};

it.runIf(canHideNetworks && canRunAsRoot())('networks that come and go on this machine cost a page no request', async () => {
  let isDone = false;
  let asked = 0;
  const moreRequests = async (): Promise<void> => {
    const enough = asked + REQUESTS_BETWEEN;
    await expect.poll(() => asked).toBeGreaterThan(enough);
  };
  const server = createServer(({ url }, response) => {
    asked += 1;
    response.setHeader('Content-Type', 'text/html');
    response.end(url?.startsWith('/more') ? (isDone ? 'no' : 'yes') : '<title>A page</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${typeof address === 'object' ? address?.port : ''}/`);
    const failed = page.evaluate(countFailed);
    for (let turn = 0; turn < 5; turn += 1) {
      await ip('link', 'add', BRIDGE, 'type', 'bridge');
      await ip('address', 'add', '10.255.77.1/30', 'dev', BRIDGE);
      await ip('link', 'set', BRIDGE, 'up');
      await moreRequests();
      await ip('link', 'delete', BRIDGE);
      await moreRequests();
    }
    isDone = true;
    expect(await failed).toBe(0);
  } finally {
    await browser.close();
    server.close();
  }
});
