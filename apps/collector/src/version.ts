import packageJson from '../package.json' with { type: 'json' };

export const { version } = packageJson;

/** The oldest major version of Node that runs the collector. */
export const oldestNode = Number.parseInt(packageJson.engines.node.replace('>=', ''), 10);
