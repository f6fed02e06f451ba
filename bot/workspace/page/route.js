// The page's own addresses: "#/" the list, "#/C1" a channel, "#/C1/171.01" a thread, "#/home/A1".

// routeOf reads the part of an address after "#".
export function routeOf(hash) {
  const [first, second] = hash.replace(/^#?\/?/, '').split('/').map((s) => s.replace(/[^\w.-]/g, ''));
  if (first === 'home') return { page: 'home', app: second };
  if (first) return { page: 'channel', channel: first, thread: second || '' };
  return { page: '' };
}

// paneOf names what a narrow screen shows of a route.
export function paneOf(route) {
  if (route.page === 'channel') return route.thread ? 'thread' : 'channel';
  return route.page || 'sidebar';
}
