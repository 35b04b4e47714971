import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';
import { routeInThisApp } from './destinations.ts';

type Props = ComponentPropsWithRef<'a'> & { href: string };

/** A link by address of the house: routed inside this app when it owns the address, a plain link otherwise. */
export function ServiceLink({ href, children, ...rest }: Props) {
  const route = routeInThisApp(href);
  if (route !== null) {
    return (
      <Link to={route} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
