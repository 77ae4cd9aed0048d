import type { ScreenHandle } from '../shell/page-title.ts';

export const handle: ScreenHandle = { title: 'Certificates' };

export default function CertificatesScreen() {
  return null;
}
