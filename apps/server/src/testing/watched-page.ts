import type { ConsoleMessage, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** Hidden errors of a page: console errors and warnings, exceptions, policy violations, requests to other sites. */
  readonly complaints: readonly string[];
  /** Expects errors of this form from now on, such as the browser's message about a 401 that a test provokes. */
  expect(pattern: RegExp): void;
}

const textOf = (message: ConsoleMessage): string => `${message.type()}: ${message.text()} (${message.location().url})`;

/** Records all errors of a page, from its first byte on. */
export const watchPage = async (page: Page, siteUrl: string): Promise<WatchedPage> => {
  const complaints: string[] = [];
  const expected: RegExp[] = [
    // Remix preloads the next screen's styles; on a busy machine, the browser's few seconds can pass before they are used.
    /was preloaded using link preload but not used within a few seconds/,
  ];
  const complain = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complain(textOf(message));
  });
  page.on('pageerror', (error) => complain(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(siteUrl) && !/^(data|blob|about):/.test(url)) complain(`request to another site: ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) complain(`${response.status()} from ${response.url()}`);
  });
  await page.exposeFunction('reportViolation', (directive: string, blocked: string) =>
    complain(`policy violation: ${directive} ${blocked}`),
  );
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report: unknown = Reflect.get(globalThis, 'reportViolation');
      if (typeof report === 'function') report(violatedDirective, blockedURI);
    });
  });
  return { page, complaints, expect: (pattern) => void expected.push(pattern) };
};
