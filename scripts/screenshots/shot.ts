import type { Page } from 'playwright-core';

/** The viewer of a screen: nobody signed in, the demo organization's admin or viewer, or the admin of an organization without certificates or with API keys. */
export type Viewer = 'nobody' | 'demo' | 'viewer' | 'empty' | 'keys';

export interface Shot {
  readonly name: string;
  readonly as: Viewer;
  readonly path: string;
  /** Brings the screen into its state. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Undoes the changes of `prepare` on the server. */
  readonly tidy?: (page: Page) => Promise<void>;
  /** Only at this width; absent: at every width. */
  readonly only?: 'wide' | 'narrow';
  /** Only the visible part: the whole page is too long for a picture. */
  readonly windowOnly?: true;
}

type Answer = 'never' | 'fails' | object;

/** Answers one procedure of the router instead of the server. The others of the same request have the server's answers. */
export const answer = (page: Page, procedure: string, with_: Answer): Promise<unknown> =>
  page.route(new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`), async (route) => {
    if (with_ === 'never') return;
    if (with_ === 'fails') return route.abort();
    const json = { result: { data: with_ } };
    const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
    if (names.length === 1) return route.fulfill({ json });
    const response = await route.fetch();
    const answers: unknown = await response.json();
    if (!Array.isArray(answers)) throw new Error(`${names.join(' and ')} were not answered together.`);
    await route.fulfill({ response, json: answers.map((one, index) => (names[index] === procedure ? json : one)) });
  });
