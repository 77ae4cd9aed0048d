import { lineInput } from '../id.input.ts';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from './tags.ts';

/** A tag as `name=value`. */
export const tagLine = () => lineInput(TAG_NAME_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1).regex(/^[^=]+=.+$/, 'Enter a tag as name=value.');
