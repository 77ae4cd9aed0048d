/** Returns undefined if the text is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns the members of a JSON object; none if the text is not an object. */
export const parseJsonObject = (text: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};
