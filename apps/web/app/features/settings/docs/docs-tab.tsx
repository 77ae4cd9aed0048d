export function DocsTab() {
  return null;
}
