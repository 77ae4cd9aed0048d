import { type CSSProperties, type ReactNode, useId } from 'react';
import css from './choice-cards.module.css';
import { type ChosenBy, useChosenBy } from './use-chosen-by.ts';

interface ChoiceCardsProps {
  /** Names the group to screen readers. */
  readonly label: string;
  /** Width in pixels below which the cards wrap into more rows. */
  readonly least: number;
  /** `ChoiceCard`s. */
  readonly children: ReactNode;
}

/** One of several things to choose, each with its name and a note. */
export function ChoiceCards({ label, least, children }: ChoiceCardsProps) {
  const style: CSSProperties = { '--least': `${least}px` };
  return (
    <div className={css.cards} style={style} role="radiogroup" aria-label={label}>
      {children}
    </div>
  );
}

interface ChoiceCardProps {
  /** Shared by the cards of a group. */
  readonly group: string;
  readonly title: string;
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
  /** Two letters in place of an icon; the note is monospaced. */
  readonly code?: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: (by: ChosenBy) => void;
}

export function ChoiceCard({ group, title, note, icon, code, chosen, disabled = false, onChoose }: ChoiceCardProps) {
  const id = useId();
  const { handlers, by } = useChosenBy();
  return (
    <label className={css.card} {...handlers}>
      {icon === undefined ? null : <span className={css.lead}>{icon}</span>}
      {code === undefined ? null : (
        <span className={css.lead} data-code>
          {code}
        </span>
      )}
      <span className={css.title} id={`${id}-title`}>
        {title}
      </span>
      <input
        type="radio"
        className={css.radio}
        name={group}
        checked={chosen}
        disabled={disabled}
        aria-labelledby={`${id}-title`}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={() => onChoose(by())}
      />
      {note === undefined ? null : (
        <span className={css.note} id={`${id}-note`} data-code={code === undefined ? undefined : true}>
          {note}
        </span>
      )}
    </label>
  );
}
