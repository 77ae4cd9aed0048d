import { Panel } from '../../../ui/panel/panel.tsx';
import { Tag } from '../../../ui/status/status-chip.tsx';
import css from './tags-card.module.css';

interface TagsCardProps {
  readonly tags: Readonly<Record<string, string>>;
  readonly environmentName: string | null;
}

export function TagsCard({ tags, environmentName }: TagsCardProps) {
  return (
    <Panel title="Tags & Environment">
      <div className={css.tags}>
        {environmentName === null ? null : <Tag name="environment">{environmentName}</Tag>}
        {Object.entries(tags).map(([name, value]) => (
          <Tag key={name} name={name}>
            {value}
          </Tag>
        ))}
      </div>
    </Panel>
  );
}
