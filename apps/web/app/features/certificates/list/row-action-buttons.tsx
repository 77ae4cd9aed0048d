import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { CertificateView } from '../types.ts';
import css from './row-action-buttons.module.css';
import type { RowActions } from './row-actions.ts';

interface RowActionButtonsProps {
  readonly certificate: CertificateView;
  readonly checking: boolean;
  readonly actions: RowActions;
}

/** Plain buttons: fifty rows have a hundred of them, and a component library's would be half the cost of a row. */
export function RowActionButtons({ certificate, checking, actions }: RowActionButtonsProps) {
  const { id, domain } = certificate;
  const check = () => actions.onCheck(id);
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
          { label: 'Edit Tags', icon: 'edit', onSelect: () => actions.onEditTags(certificate) },
          { label: 'Check Certificate', icon: 'refresh', onSelect: check, disabled: checking },
          { label: 'Delete Certificate', icon: 'trash', onSelect: () => actions.onDelete(certificate), danger: true },
        ]}
      />
    </span>
  );
}
