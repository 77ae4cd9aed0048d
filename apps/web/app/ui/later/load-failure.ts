/** Why a part of the program did not come: nobody answered, or the server has another build by now, without this file. */
export type LoadFailure = 'no-answer' | 'other-build';

const ASK_TIMEOUT_MS = 5000;

/** Remix answers 204 about a build that is not its own. A server that says nothing is taken for one that is away. */
export async function loadFailure(): Promise<LoadFailure> {
  try {
    const version = encodeURIComponent(globalThis.__remixManifest.version);
    const address = `/__manifest?p=%2F&version=${version}`;
    const answer = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    return answer.status === 204 ? 'other-build' : 'no-answer';
  } catch {
    return 'no-answer';
  }
}

/** Vite asks for a stylesheet once and never again; what did not arrive is asked for anew. */
export async function reloadMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => sheet === null);
  await Promise.all(
    links.map((link) => {
      const again = document.createElement('link');
      for (const { name, value } of link.attributes) again.setAttribute(name, value);
      const arrived = new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', reject);
      });
      link.replaceWith(again);
      return arrived;
    }),
  );
}

/** Browsers name the module that did not come at the end of the message. */
const ownModule = (error: unknown): string | null => {
  const address = error instanceof Error ? /https?:\/\/\S+\.js$/.exec(error.message)?.[0] : undefined;
  return address !== undefined && new URL(address).origin === window.location.origin ? address : null;
};

/** Loads once more. Some browsers remember that a module did not come and never ask again, but for under another address. */
export async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = ownModule(error);
    if (address === null) throw error;
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}
