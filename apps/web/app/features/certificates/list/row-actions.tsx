import { ActionIcon } from '@mantine/core';
import type { CertificateId } from '@notafter/domain';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
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
  const check = () => onCheck(id);
  return (
    <span className={css.buttons}>
      <ActionIcon {...quiet} onClick={check} loading={checking} title="Check" aria-label={`Check ${domain}`}>
        <Icon name="refresh" small />
      </ActionIcon>
      <ActionMenu
        inPlace
        trigger={
          <ActionIcon {...quiet} aria-label={`More actions for ${domain}`}>
            <Icon name="more" small />
          </ActionIcon>
        }
        entries={[
          { label: 'View Details', icon: 'certificate', to: `/certificates/${id}` },
          { label: 'Check Certificate', icon: 'refresh', onSelect: check, disabled: checking },
          { label: 'Delete Certificate', icon: 'trash', onSelect: () => onDelete(certificate), danger: true },
        ]}
      />
    </span>
  );
}
