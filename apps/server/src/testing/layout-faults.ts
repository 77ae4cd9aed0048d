import type { Page } from 'playwright-core';

/**
 * Runs in the browser, so it must be self-contained. Reads boxes, not pixels: for text its lines, for controls their box. Content in a
 * scrolling box is not clipped, and text that ends in an ellipsis is allowed.
 */
const readFaults = async (): Promise<string[]> => {
  const SLACK_PX = 1.5;
  /** Of the lower of two lines: the boxes of letters are slightly taller than a tight line. */
  const LINES_TOUCH = 0.3;
  const PRESSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, label, [role=switch], [role=menuitem]';
  const LAYERS = 'dialog, [role=dialog], [role=menu], [role=listbox], [role=tooltip], [role=alert], [role=status]';

  interface Box {
    readonly element: Element;
    readonly kind: 'text' | 'pressable';
    readonly rects: readonly DOMRect[];
    readonly layer: Element | null;
  }

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const ancestorsOf = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) found.push(at);
    return found;
  };
  const isForReaders = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const style = styleOf(element);
    return style.clipPath !== 'none' || (style.overflow === 'hidden' && (width <= 1 || height <= 1));
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && ![element, ...ancestorsOf(element)].some(isForReaders);
  const layerOf = (element: Element): Element | null =>
    [element, ...ancestorsOf(element)].find(
      (one) => ['fixed', 'sticky'].includes(styleOf(one).position) || (one.matches(LAYERS) && styleOf(one).position === 'absolute'),
    ) ?? null;

  const linesOf = (element: Element): DOMRect[] => {
    const range = document.createRange();
    return [...element.childNodes].flatMap((node) => {
      if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') return [];
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    });
  };
  /** A field reserves space at its edges for the elements there. */
  const contentOf = (field: Element): DOMRect => {
    const { x, y, width, height } = field.getBoundingClientRect();
    const { paddingLeft, paddingRight } = styleOf(field);
    const [left, right] = [Number.parseFloat(paddingLeft), Number.parseFloat(paddingRight)];
    return new DOMRect(x + left, y, width - left - right, height);
  };
  const pressableRects = (element: Element): DOMRect[] =>
    (element.matches('input, textarea') ? [contentOf(element)] : [...element.getClientRects()]).filter(
      ({ width, height }) => width > 1 && height > 1,
    );

  const boxes: Box[] = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('svg, script, style, noscript, option') !== null) continue;
    const lines = linesOf(element);
    const pressable = element.matches(PRESSABLE) ? pressableRects(element) : [];
    if ((lines.length === 0 && pressable.length === 0) || !isSeen(element)) continue;
    const layer = layerOf(element);
    if (lines.length > 0) boxes.push({ element, kind: 'text', rects: lines, layer });
    if (pressable.length > 0) boxes.push({ element, kind: 'pressable', rects: pressable, layer });
  }

  const nameOf = ({ element, kind }: Box): string => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\s+/g, ' ').trim();
    const style = String(element.getAttribute('class') ?? '').match(/_([a-zA-Z]+)_/)?.[1];
    return `${kind} <${element.tagName.toLowerCase()}${style === undefined ? '' : `.${style}`}> '${words.slice(0, 40)}'`;
  };

  /** Whether a clipped end is visible: only line layout ends in an ellipsis, the items of a flex box or a grid do not. */
  const showsItsCut = (clipping: CSSStyleDeclaration): boolean =>
    (clipping.textOverflow === 'ellipsis' && !/flex|grid/.test(clipping.display)) || clipping.webkitLineClamp !== 'none';

  const cutBy = ({ element, kind, rects }: Box): string | null => {
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    const top = Math.min(...rects.map((rect) => rect.top));
    const bottom = Math.max(...rects.map((rect) => rect.bottom));
    let [scrollsX, scrollsY] = [false, false];
    let { position } = styleOf(element);
    for (const around of kind === 'text' ? [element, ...ancestorsOf(element)] : ancestorsOf(element)) {
      const style = styleOf(around);
      // A positioned element is clipped only by its containing block.
      const escapes = around !== element && (position === 'fixed' || (position === 'absolute' && style.position === 'static'));
      if (escapes) continue;
      const edge = around.getBoundingClientRect();
      scrollsX ||= /auto|scroll/.test(style.overflowX);
      scrollsY ||= /auto|scroll/.test(style.overflowY);
      const hidesX = !scrollsX && /hidden|clip/.test(style.overflowX) && (left < edge.left - SLACK_PX || right > edge.right + SLACK_PX);
      const hidesY = !scrollsY && /hidden|clip/.test(style.overflowY) && (top < edge.top - 3 || bottom > edge.bottom + 3);
      if ((hidesX || hidesY) && !showsItsCut(style)) return nameOf({ element: around, kind: 'text', rects, layer: null });
      // Nothing is drawn after an ellipsis that others could clip.
      if (hidesX || hidesY) return null;
      if (around !== element && style.position !== 'static') position = style.position;
      else if (around === element) position = style.position;
    }
    const outside = left < -SLACK_PX || right > document.documentElement.clientWidth + SLACK_PX;
    return outside && !scrollsX ? 'the window' : null;
  };

  const shared = (one: DOMRect, other: DOMRect): { readonly width: number; readonly height: number } => ({
    width: Math.min(one.right, other.right) - Math.max(one.left, other.left),
    height: Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  });
  /** Returns the visible part inside of an element: text that ends in an ellipsis ends before the padding. */
  const insideOf = (around: Element): DOMRect => {
    const { left, top, width, height } = around.getBoundingClientRect();
    const style = styleOf(around);
    return new DOMRect(left, top, showsItsCut(style) ? width - Number.parseFloat(style.paddingRight) : width, height);
  };
  /** The visible part of a box. */
  const drawn = ({ element, rects }: Box): DOMRect[] =>
    [element, ...ancestorsOf(element)]
      .filter((around) => /hidden|clip|auto|scroll/.test(styleOf(around).overflowX))
      .map(insideOf)
      .reduce<DOMRect[]>(
        (seen, edge) =>
          seen.flatMap((rect) => {
            const { width, height } = shared(rect, edge);
            return width > 0 && height > 0
              ? [new DOMRect(Math.max(rect.left, edge.left), Math.max(rect.top, edge.top), width, height)]
              : [];
          }),
        [...rects],
      );
  const belongTogether = ({ element: one }: Box, { element: other }: Box): boolean =>
    one.contains(other) ||
    other.contains(one) ||
    (one instanceof HTMLLabelElement && one.control === other) ||
    (other instanceof HTMLLabelElement && other.control === one);
  const collide = (one: DOMRect, other: DOMRect): boolean => {
    const { width, height } = shared(one, other);
    return width > 2 && height > Math.max(2, LINES_TOUCH * Math.min(one.height, other.height));
  };

  const faults = new Set<string>();
  const tooWide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (tooWide > 0) faults.add(`scrolls sideways: the page by ${tooWide} px`);
  for (const box of boxes) {
    const cutter = cutBy(box);
    if (cutter !== null) faults.add(`cut off: ${nameOf(box)} by ${cutter}`);
    const { element } = box;
    if (element instanceof HTMLInputElement && element.readOnly && element.scrollWidth > element.clientWidth + 1)
      faults.add(`cut off: the value of ${nameOf(box)}`);
  }
  // From top to bottom, so that a box is compared only with those that start above its end: a long page has thousands.
  const placed = boxes
    .map((box, order) => ({ box, order, rects: drawn(box) }))
    .filter(({ rects }) => rects.length > 0)
    .map((drawnBox) => ({
      ...drawnBox,
      top: Math.min(...drawnBox.rects.map(({ top }) => top)),
      bottom: Math.max(...drawnBox.rects.map(({ bottom }) => bottom)),
    }))
    .sort((one, other) => one.top - other.top);
  placed.forEach((upper, at) => {
    for (let next = at + 1; next < placed.length; next += 1) {
      const lower = placed[next];
      if (lower === undefined || lower.top >= upper.bottom) break;
      if (upper.box.layer !== lower.box.layer || belongTogether(upper.box, lower.box)) continue;
      if (!upper.rects.some((one) => lower.rects.some((two) => collide(one, two)))) continue;
      const [first, second] = upper.order < lower.order ? [upper, lower] : [lower, upper];
      faults.add(`overlap: ${nameOf(first.box)} and ${nameOf(second.box)}`);
    }
  });
  return [...faults];
};

/** Returns one line per element that is clipped, overlaps or makes the page scroll sideways at its current size; empty if none. */
export const findLayoutFaults = async (page: Page): Promise<readonly string[]> => {
  // Scripts that observe the size of the window run before the next frame.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  return page.evaluate(readFaults);
};
