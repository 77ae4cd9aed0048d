type TextField = HTMLInputElement | HTMLTextAreaElement;

const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])';

const setAsTyped = (field: TextField, value: string): void => {
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
};

/**
 * Text typed, or restored by the browser, before React took over the page is in its field, but no handler received
 * it, and the next render would empty the field. Sends the handlers its events now.
 */
export function replayTyped(page: ParentNode): void {
  for (const field of page.querySelectorAll<TextField>(TEXT_FIELDS)) {
    const { value, defaultValue } = field;
    if (value === defaultValue) continue;
    // React remembers what is set on the field itself, and takes an event for news only where the value is another since.
    field.value = defaultValue;
    setAsTyped(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
