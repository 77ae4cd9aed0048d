/** Returns a variable that a source names as the place of a password, or that Kubernetes sets in its pods. */
export const variable = (name: string): string | undefined => process.env[name];

/** Returns the environment of the reader: that of its caller, but `NODE_OPTIONS` could make it write heap snapshots or open a debugger. */
export const readerEnvironment = (): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, ...others } = process.env;
  return others;
};
