export function ApiKeysTab() {
  return null;
}
