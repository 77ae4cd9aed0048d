export interface WrittenFile {
  readonly text: string;
  readonly mode: number;
  readonly uid: number;
}

/** The files that cloud-init writes from a configuration of ours, by path. */
export const filesOf = (config: string): ReadonlyMap<string, WrittenFile> => {
  const owners = new Map([...config.matchAll(/^- "chown (\d+):\1 (.*)"$/gm)].map(([, uid, path = '']) => [path, Number(uid)]));
  const files = [
    ...config.matchAll(/^ {2}- path: "(.*)"\n {4}permissions: '(\d{4})'\n {4}content: (?:\|2\n((?: {6}.*\n|\n)*)|(".*")\n)/gm),
  ];
  return new Map(
    files.map(([, path = '', mode = '', block = '', quoted]) => {
      const text = quoted === undefined ? block.replace(/^ {6}/gm, '') : String(JSON.parse(quoted));
      return [path, { text, mode: Number.parseInt(mode, 8), uid: owners.get(path) ?? 0 }];
    }),
  );
};
