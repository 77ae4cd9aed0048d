import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import css from './search-field.module.css';

/** The search language, each word with what may stand behind it. */
const words = [
  { word: 'tag:', note: 'A tag: tag:web or tag:team=web' },
  { word: 'env:', note: 'An environment, or the tag env' },
  { word: 'issuer:', note: 'Part of the issuer: issuer:digicert' },
  { word: 'domain:', note: 'Part of the domain: domain:shop' },
  { word: 'owner:', note: 'An owner: owner:"Ada Lovelace"' },
  { word: 'expires:', note: 'expires:<30d, or a date: expires:>2027-01-31' },
] as const;

/** What the search understands besides plain text; choosing a word writes it into the field. */
export function SearchHelp({ onInsert }: { readonly onInsert: (word: string) => void }) {
  return (
    <ActionMenu
      inPlace
      width={330}
      trigger={
        <button type="button" className={css.help} aria-label="Search words" title="Search words">
          <Icon name="help" small />
        </button>
      }
      header={<span className={css.helpHead}>Plain text finds domains and issuers. With these words, everything must match:</span>}
      entries={words.map(({ word, note }) => ({ label: word, note, icon: 'search', onSelect: () => onInsert(word) }))}
    />
  );
}
