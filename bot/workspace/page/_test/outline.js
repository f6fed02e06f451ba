// Views written out, for tests to compare: tag{children}, texts as they are.
export function outline(view) {
  if (Array.isArray(view)) return view.flat(Infinity).filter((v) => v !== null && v !== undefined && v !== false && v !== '').map(outline).join('');
  if (typeof view !== 'object' || view === null) return String(view);
  const name = [view.tag, ...(view.props.class?.split(' ') ?? [])].join('.');
  const link = view.props.href ? `=${view.props.href}` : '';
  return `<${name}${link}>${outline(view.children)}</>`;
}

// find returns the views for which test holds, outermost first.
export function find(view, test) {
  if (Array.isArray(view)) return view.flat(Infinity).flatMap((v) => find(v, test));
  if (typeof view !== 'object' || view === null) return [];
  return [...(test(view) ? [view] : []), ...find(view.children, test)];
}

// look is a workspace with one person and one channel.
export const look = {
  me: 'U1', now: new Date('2026-04-14T08:00:00Z'), zone: 'UTC',
  user: (id) => ({ U1: 'Dana' })[id], channel: (id) => ({ C1: 'alerts' })[id], people: () => [{ id: 'U1', name: 'Dana' }], rooms: () => [{ id: 'C1', name: 'alerts' }],
};
