/** Why a body is not a list. `page`: it is HTML. `broken`: its JSON is invalid. `large`: one item is too long. */
export type ItemsFault = 'page' | 'broken' | 'large';

const ITEM_MAX_LENGTH = 2 * 1024 * 1024;

/**
 * Parses a JSON array item by item as it arrives, so that only one item is in memory at a time. The caller validates the
 * items; invalid JSON ends the parsing.
 */
export class JsonItems {
  readonly #decoder = new TextDecoder('utf-8');
  #state: 'before' | 'inside' | 'after' = 'before';
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #item = '';
  fault: ItemsFault | null = null;

  /** Returns the items that a chunk completes. */
  *take(chunk: Uint8Array): Generator<unknown> {
    yield* this.#read(this.#decoder.decode(chunk, { stream: true }));
  }

  /** Whether the whole input was one complete array. */
  end(): boolean {
    if (this.fault === null && this.#state !== 'after') this.fault = 'broken';
    return this.fault === null;
  }

  *#read(text: string): Generator<unknown> {
    let itemStart = 0;
    for (let at = 0; at < text.length && this.fault === null; at += 1) {
      const character = text[at] ?? '';
      if (this.#state !== 'inside') {
        this.#outside(character);
        itemStart = at + 1;
        continue;
      }
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#isInString = false;
        continue;
      }
      if (character === '"') this.#isInString = true;
      else if (character === '{' || character === '[') this.#depth += 1;
      else if (this.#depth > 0 && (character === '}' || character === ']')) this.#depth -= 1;
      else if (this.#depth === 0 && (character === ',' || character === ']')) {
        const isLast = character === ']';
        yield* this.#complete(this.#item + text.slice(itemStart, at), isLast);
        this.#item = '';
        itemStart = at + 1;
        if (isLast) this.#state = 'after';
      }
    }
    if (this.#state === 'inside') this.#item += text.slice(itemStart);
    if (this.#item.length > ITEM_MAX_LENGTH) this.fault = 'large';
  }

  #outside(character: string): void {
    if (/[\s\ufeff]/.test(character)) return;
    if (this.#state === 'before' && character === '[') this.#state = 'inside';
    else this.fault = character === '<' ? 'page' : 'broken';
  }

  *#complete(item: string, isLast: boolean): Generator<unknown> {
    if (item.trim() === '' && isLast) return;
    try {
      yield JSON.parse(item);
    } catch {
      this.fault = 'broken';
    }
  }
}
