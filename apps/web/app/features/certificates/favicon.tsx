import { useEffect, useRef, useState } from 'react';
import css from './favicon.module.css';

/** The first letter of a name, without `www.` */
const initialOf = (host: string): string => /[\p{L}\p{N}]/u.exec(host.replace(/^www\./, ''))?.[0]?.toUpperCase() ?? '';

interface FaviconProps {
  /** As it is monitored, with its port. */
  readonly domain: string;
  /** Without a site, only the initial. */
  readonly plain?: boolean;
  /** For headings. */
  readonly large?: boolean;
}

/** The site's icon from our own server, in gray. The domain's initial until it loads, or if the site has no icon. */
export function Favicon({ domain, plain = false, large = false }: FaviconProps) {
  const image = useRef<HTMLImageElement>(null);
  const [state, setState] = useState<'awaited' | 'shown' | 'missing'>(plain ? 'missing' : 'awaited');
  useEffect(() => {
    // It may have loaded or failed before hydration, when nothing listened.
    if (image.current?.complete) setState(image.current.naturalWidth === 0 ? 'missing' : 'shown');
  }, []);
  return (
    <span className={css.favicon} data-initial={initialOf(domain)} data-state={state} data-large={large} aria-hidden="true">
      {state === 'missing' ? null : (
        <img
          ref={image}
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
