export { createChannels } from './create-channels.ts';
