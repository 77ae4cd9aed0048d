import { useEffect, useRef, useState } from 'react';
import { laterPart } from '../../../ui/later/later.tsx';
import css from './widgets.module.css';

const LoadedWidgets = laterPart(() => import('./loaded-widgets.tsx'));

/** How far below the window they may still be when their code and figures are asked for. */
const AHEAD = '50px';

/** Below the table: neither their code nor their figures cost anything before somebody scrolls near them. */
export function Widgets() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setNear(true), { rootMargin: AHEAD });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={css.widgets}>
      {near ? <LoadedWidgets /> : null}
    </div>
  );
}
