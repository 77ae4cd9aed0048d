/** To a field that has to be written again; selecting alone does not move the focus in every browser. */
export function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
