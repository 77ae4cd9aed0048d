import { useEffect, useRef, useState } from 'react';
import css from './avatar.module.css';

interface AvatarProps {
  readonly email: string;
  /** SHA-256 of the trimmed, lower-cased address; null for a person who is not a member, whose picture is not public. */
  readonly hash: string | null;
}

/** The person's picture from our own server, over the first letter of the address, which stays without one. */
export function Avatar({ email, hash }: AvatarProps) {
  const image = useRef<HTMLImageElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    // It may have failed before the page was hydrated, when nothing listened yet.
    if (image.current?.complete && image.current.naturalWidth === 0) setMissing(true);
  }, []);
  return (
    <span className={css.avatar}>
      {email.slice(0, 1).toUpperCase()}
      {missing || hash === null ? null : (
        <img ref={image} className={css.image} src={`/avatars/${hash}`} alt="" onError={() => setMissing(true)} />
      )}
    </span>
  );
}
