import { sellsPlans } from '@notafter/domain';
import { Link, useLocation } from '@remix-run/react';
import { Brand } from '../ui/brand.tsx';
import { Icon } from '../ui/icons.tsx';
import { currentLink, navigationGroups } from './navigation.ts';
import { roleMay, useSessionView } from './session.ts';
import css from './sidebar.module.css';

interface SidebarProps {
  readonly orgName: string;
  readonly plan: string;
  /** Called when a link is followed, for the drawer to close. */
  readonly onFollow?: (() => void) | undefined;
}

/** Content of the fixed column on wide screens and of the drawer on small ones. */
export function Sidebar({ orgName, plan, onFollow }: SidebarProps) {
  const { pathname, search } = useLocation();
  const current = currentLink(pathname, search);
  const session = useSessionView();
  const role = session?.user.role;
  return (
    <nav aria-label="Main" className={css.side}>
      <Link to="/certificates" className={css.home} onClick={onFollow}>
        <Brand />
      </Link>
      <div>
        {navigationGroups.map((group) => (
          <section key={group.label} aria-label={group.label}>
            <h2 className={css.group}>{group.label}</h2>
            <ul className={css.links}>
              {group.links
                .filter(({ useCase }) => useCase === undefined || (role !== undefined && roleMay(role, useCase)))
                .filter(({ platformOnly }) => platformOnly !== true || session?.platformAdmin === true)
                .filter(({ soldOnly }) => soldOnly !== true || sellsPlans(plan))
                .map((link) => (
                  <li key={link.to}>
                    <Link to={link.to} className={css.link} aria-current={current === link.to ? 'page' : undefined} onClick={onFollow}>
                      <Icon name={link.icon} />
                      {link.label}
                    </Link>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      <p className={css.foot} title={`${orgName} · ${plan}`}>
        {orgName} · {plan}
      </p>
    </nav>
  );
}
