/** Undefined where the text is no JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The members of a JSON object; none where the text is no object. */
export const parseJsonObject = (text: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};
