export { type Config, ConfigError, type Role, readConfig } from './read-config.ts';
