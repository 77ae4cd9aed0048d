import { useEffect, useRef, useState } from 'react';
import css from './favicon.module.css';

/** The first letter of a name that says something: `www.` does not. */
const initialOf = (host: string): string => /[\p{L}\p{N}]/u.exec(host.replace(/^www\./, ''))?.[0]?.toUpperCase() ?? '';

interface FaviconProps {
  /** As it is monitored, its port included. */
  readonly domain: string;
  /** In headings, where the name is larger. */
  readonly large?: boolean;
}

/** The site's icon from our own server in grey, in the place of the domain's initial, which stays where there is none. */
export function Favicon({ domain, large = false }: FaviconProps) {
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'awaited' | 'shown' | 'missing'>('awaited');
  useEffect(() => {
    // It may have come, or not, before the page was hydrated, when nothing listened yet.
    if (image.current?.complete) setState(image.current.naturalWidth === 0 ? 'missing' : 'shown');
  }, []);
  return (
    <span className={css.favicon} data-initial={initialOf(domain)} data-state={state} data-large={large} aria-hidden="true">
      {state === 'missing' ? null : (
        <img
          ref={image}
          className={css.image}
          src={`/favicons/${encodeURIComponent(domain)}`}
          alt=""
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('missing')}
        />
      )}
    </span>
  );
}
