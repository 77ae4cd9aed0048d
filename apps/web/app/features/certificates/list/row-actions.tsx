import type { CertificateId } from '@notafter/domain';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { CertificateView } from '../types.ts';
import css from './row-actions.module.css';

interface RowActionButtonsProps {
  readonly certificate: CertificateView;
  readonly checking: boolean;
  readonly onCheck: (id: CertificateId) => void;
  readonly onDelete: (certificate: CertificateView) => void;
}

/** Plain buttons: fifty rows have a hundred of them, and a component library's would be half the cost of a row. */
export function RowActionButtons({ certificate, checking, onCheck, onDelete }: RowActionButtonsProps) {
  const { id, domain } = certificate;
  const check = () => onCheck(id);
  return (
    <span className={css.buttons}>
      <button type="button" className={css.button} onClick={check} disabled={checking} title="Check" aria-label={`Check ${domain}`}>
        <Icon name="refresh" small />
      </button>
      <ActionMenu
        inPlace
        trigger={
          <button type="button" className={css.button} aria-label={`More actions for ${domain}`}>
            <Icon name="more" small />
          </button>
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
