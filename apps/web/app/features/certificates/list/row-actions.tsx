import { ActionIcon, Menu } from '@mantine/core';
import type { CertificateId } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import type { CertificateView } from '../types.ts';
import css from './certificate-table.module.css';

interface RowActionButtonsProps {
  readonly certificate: CertificateView;
  readonly checking: boolean;
  readonly onCheck: (id: CertificateId) => void;
  readonly onDelete: (certificate: CertificateView) => void;
}

const quiet = { variant: 'subtle', color: 'gray', size: 28 } as const;

export function RowActionButtons({ certificate, checking, onCheck, onDelete }: RowActionButtonsProps) {
  const { id, domain } = certificate;
  // A closed menu costs more than the rest of its row: each is made when it is first asked for.
  const [asked, setAsked] = useState(false);
  const check = () => onCheck(id);
  const more = { ...quiet, 'aria-label': `More actions for ${domain}`, children: <Icon name="more" small /> };
  return (
    <span className={css.buttons}>
      <ActionIcon {...quiet} onClick={check} loading={checking} title="Check" aria-label={`Check ${domain}`}>
        <Icon name="refresh" small />
      </ActionIcon>
      {asked ? (
        <Menu position="bottom-end" width={188} defaultOpened transitionProps={{ duration: 140 }}>
          <Menu.Target>
            <ActionIcon {...more} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item component={Link} to={`/certificates/${id}`} leftSection={<Icon name="certificate" small />}>
              View Details
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="refresh" small />} onClick={check} disabled={checking}>
              Check Certificate
            </Menu.Item>
            <Menu.Item color="red" leftSection={<Icon name="trash" small />} onClick={() => onDelete(certificate)}>
              Delete Certificate
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <ActionIcon {...more} aria-haspopup="menu" onClick={() => setAsked(true)} />
      )}
    </span>
  );
}
