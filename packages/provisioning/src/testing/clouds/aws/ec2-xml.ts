/** A value of an answer: a list has an `item` for each member. */
export type Xml = string | number | boolean | readonly Xml[] | { readonly [name: string]: Xml };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const isList = (value: Xml): value is readonly Xml[] => Array.isArray(value);

const content = (value: Xml): string => {
  if (isList(value)) return value.map((item) => `<item>${content(item)}</item>`).join('');
  if (typeof value !== 'object') return escaped(String(value));
  return Object.entries(value)
    .map(([name, member]) => `<${name}>${content(member)}</${name}>`)
    .join('');
};

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

export const answerXml = (action: string, answer: Readonly<Record<string, Xml>>): string =>
  `${HEAD}<${action}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>request-1</requestId>${content(answer)}</${action}Response>`;

export const errorXml = (code: string, message: string): string =>
  `${HEAD}<Response><Errors><Error><Code>${code}</Code><Message>${escaped(message)}</Message></Error></Errors><RequestID>request-1</RequestID></Response>`;
