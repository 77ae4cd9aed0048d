import { rowButton } from '../../../ui/data-table/table-row.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { CertificateView } from '../types.ts';
import type { RowActions } from './row-actions.ts';

interface RowActionButtonsProps {
  readonly certificate: CertificateView;
  readonly checking: boolean;
  readonly actions: RowActions;
}

export function RowActionButtons({ certificate, checking, actions }: RowActionButtonsProps) {
  const { id, domain } = certificate;
  const check = () => actions.onCheck(id);
  return (
    <>
      <button type="button" className={rowButton} onClick={check} disabled={checking} title="Check" aria-label={`Check ${domain}`}>
        <Icon name="refresh" small />
      </button>
      <ActionMenu
        inPlace
        trigger={
          <button type="button" className={rowButton} aria-label={`More actions for ${domain}`}>
            <Icon name="more" small />
          </button>
        }
        entries={[
          { label: 'View Details', icon: 'certificate', to: `/certificates/${id}` },
          { label: 'Edit Tags', icon: 'edit', onSelect: () => actions.onEditTags(certificate) },
          { label: 'Check Certificate', icon: 'refresh', onSelect: check, disabled: checking },
          { label: 'Delete Certificate', icon: 'trash', onSelect: () => actions.onDelete(certificate), danger: true },
        ]}
      />
    </>
  );
}
