import type { ConsoleMessage, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** What a person would not see but should not be: console errors and warnings, exceptions, policy violations, requests to others. */
  readonly complaints: readonly string[];
  /** From now on complaints of this form are expected, such as the browser's note about a 401 that a test provokes. */
  expect(pattern: RegExp): void;
}

const textOf = (message: ConsoleMessage): string => `${message.type()}: ${message.text()} (${message.location().url})`;

/** Listens to everything a page complains about, from its first byte on. */
export const watchPage = async (page: Page, siteUrl: string): Promise<WatchedPage> => {
  const complaints: string[] = [];
  // Remix preloads the next screen's styles; a busy machine lets more than the browser's few seconds pass until they are used.
  const expected: RegExp[] = [/was preloaded using link preload but not used within a few seconds/];
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
