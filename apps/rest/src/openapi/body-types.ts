import type { RestRouter } from '../rest-environment.ts';

/** Every content type that the operation at this route takes, as the document names them. */
export const bodyTypesOf = (app: RestRouter, method: string, pattern: string): string[] => {
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { route } = definition;
    const isAsked = route.method === method.toLowerCase() && route.path.replaceAll(/\{(.+?)\}/g, ':$1') === pattern;
    if (isAsked) return Object.keys(route.request?.body?.content ?? {});
  }
  return [];
};
