/** Rows a page of every paged list: unless asked for otherwise, and at most. */
export const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 500;
