import { Menu } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icons.tsx';
import type { ActionMenuProps, MenuEntry } from './menu-entry.ts';
import css from './opened-menu.module.css';

export default function OpenedMenu({ trigger, entries, header, width = 200, inPlace = false }: ActionMenuProps) {
  const [opened, setOpened] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // The button is a new element: it takes the focus over, so that closing gives it back.
    place.current?.querySelector('button')?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu
      withinPortal={!inPlace}
      // Placed on the window, so that nothing around the button clips it.
      floatingStrategy={inPlace ? 'fixed' : 'absolute'}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={width}
      transitionProps={{ duration: 140 }}
    >
      <span ref={place} className={css.place}>
        <Menu.Target>{trigger}</Menu.Target>
      </span>
      <Menu.Dropdown>
        {header === undefined ? null : (
          <>
            {header}
            <Menu.Divider />
          </>
        )}
        {entries.map((entry) => (
          <Entry key={entry.label} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry: { label, note, icon, to, file, onSelect, danger = false, disabled = false } }: { readonly entry: MenuEntry }) {
  const look = { leftSection: <Icon name={icon} small />, ...(danger ? { className: css.danger ?? '' } : {}) };
  const text = (
    <>
      {label}
      {note === undefined ? null : <small className={css.note}>{note}</small>}
    </>
  );
  if (to !== undefined) {
    return (
      <Menu.Item component={Link} to={to} {...look}>
        {text}
      </Menu.Item>
    );
  }
  if (file !== undefined) {
    return (
      <Menu.Item component="a" href={file} download {...look}>
        {text}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item disabled={disabled} {...(onSelect === undefined ? {} : { onClick: onSelect })} {...look}>
      {text}
    </Menu.Item>
  );
}
