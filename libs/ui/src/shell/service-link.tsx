import type { ComponentPropsWithRef } from 'react';
import { Link } from 'react-router';
import { routeInThisApp } from './destinations.ts';

type Props = ComponentPropsWithRef<'a'> & { href: string };

/** A link to any address of the platform: routed inside this app when it owns the address, else a plain link. */
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
