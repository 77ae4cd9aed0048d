/** Returns the text of an HTML subset, or why its parser would refuse it: unknown, open or overlapping tags, stray characters. */
export const parseMarkup = (html: string, allowed: ReadonlySet<string>): { readonly text: string } | { readonly problem: string } => {
  const open: string[] = [];
  let text = '';
  let rest = html;
  while (rest !== '') {
    const plain = /^[^<>&]+/.exec(rest)?.[0];
    const entity = /^&(?:lt|gt|amp|quot|#\d+|#x[0-9a-f]+);/i.exec(rest)?.[0];
    const tag = /^<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>/.exec(rest);
    if (plain !== undefined) {
      text += plain;
      rest = rest.slice(plain.length);
    } else if (entity !== undefined) {
      text += ' ';
      rest = rest.slice(entity.length);
    } else if (tag !== null) {
      const [whole, slash, name = ''] = tag;
      if (!allowed.has(name)) return { problem: `the tag ${name} is unknown` };
      if (slash === '/' && open.pop() !== name) return { problem: `the tag ${name} is closed out of order` };
      if (slash === '' && name !== 'br') open.push(name);
      rest = rest.slice(whole.length);
    } else {
      return { problem: `invalid markup: ${rest.slice(0, 20)}` };
    }
  }
  return open.length === 0 ? { text } : { problem: `the tag ${open.at(-1)} is never closed` };
};
