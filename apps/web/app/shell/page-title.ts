import { useMatches } from '@remix-run/react';

/** `handle` of a screen's route, for the top bar. */
export interface ScreenHandle {
  readonly title: string;
}

const isScreenHandle = (handle: unknown): handle is ScreenHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string';

/** Title of the innermost route that has one. */
export function usePageTitle(): string {
  const handles = useMatches().map((match) => match.handle);
  return handles.findLast(isScreenHandle)?.title ?? 'Notafter';
}
