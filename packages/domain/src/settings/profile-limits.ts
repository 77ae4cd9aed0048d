/** Company and position of a person, in characters. */
export const PROFILE_LINE_MAX_LENGTH = 100;
export const ORGANIZATION_NAME_MAX_LENGTH = 100;
