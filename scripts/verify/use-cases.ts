const camelCase = (name: string): string => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Functions that a slice exports beside its use cases, each with its reason. */
const supporting: ReadonlyMap<string, string> = new Map([
  ['readStartedJob', 'answers the caller of another use case with the job that it has just started'],
]);

const declaredName = (value: object): unknown => {
  const declaration: unknown = Reflect.get(value, 'declaration');
  return typeof declaration === 'object' && declaration !== null ? Reflect.get(declaration, 'name') : undefined;
};

/**
 * Returns one line for each function of a slice that packages/features/src/index.ts exports and that is not a use case, or
 * that declares a name other than `<slice>/<file>`. `frontDoor` is the text of that file, `exported` what it exports.
 */
export function checkUseCases(frontDoor: string, exported: Readonly<Record<string, unknown>>): string[] {
  const lines = frontDoor.matchAll(/^export \{([^}]+)\} from '\.\/([a-z-]+)\/((?:[a-z0-9-]+\/)*)([a-z0-9-]+)\.ts';$/gm);
  return [...lines].flatMap(([, names = '', slice = '', folders = '', file = '']) =>
    names.split(',').flatMap((each) => {
      const name = each.trim();
      const value = exported[name];
      if (typeof value !== 'function' || supporting.has(name)) return [];
      const path = `packages/features/src/${slice}/${folders}${file}.ts`;
      const found = declaredName(value);
      if (found === undefined) return [`${path} exports ${name}, which is not a use case`];
      if (found !== `${slice}/${file}` || name !== camelCase(file)) return [`${path} exports ${name}, which is called ${String(found)}`];
      return [];
    }),
  );
}
