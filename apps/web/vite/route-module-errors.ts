import type { Plugin } from 'vite';

const RELOAD = 'window.location.reload();\n    return new Promise(() => {';
// A rejected load would leave the router on a blank page. A module without the client loader that the manifest names would
// keep the navigation waiting forever. A file that arrived in part is a SyntaxError: all failures get the name that `RouteError` reads.
const FAIL = `const fail = () => { throw new Error('Loading chunk failed', { cause: error }); };
    return route.hasClientLoader ? { default: fail, clientLoader: fail } : { default: fail };
    return new Promise(() => {`;

/**
 * Remix answers a route chunk that does not load by reloading the page, which loses what was typed and loops while the
 * chunk is missing. With this the error reaches the error boundary, which says so and offers Reload.
 */
export function routeModuleErrors(): Plugin {
  return {
    name: 'notafter:route-module-errors',
    apply: 'build',
    transform(code, id) {
      if (!/@remix-run\/react\/dist\/esm\/routeModules\.js$/.test(id)) return null;
      if (!code.includes(RELOAD))
        throw new Error('@remix-run/react loads route modules differently now: adapt vite/route-module-errors.ts.');
      return { code: code.replace(RELOAD, FAIL), map: null };
    },
  };
}
