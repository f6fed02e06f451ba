// Line icons on a 20 × 20 grid, drawn for this page.
import { h } from './dom.js';

const paths = {
  hash: 'M8 3 6 17M14 3l-2 14M4 7.5h13M3 12.5h13',
  lock: 'M5.5 9h9v7.5h-9zM7.5 9V6.5a2.5 2.5 0 0 1 5 0V9',
  shared: 'M7.5 6a4 4 0 1 0 0 8 4 4 0 1 0 0-8M12.5 6a4 4 0 1 0 0 8 4 4 0 1 0 0-8',
  reply: 'M3 4.5h14v9.5H9l-4 3v-3H3zM6.5 8h7M6.5 11h5',
  dots: 'M10 4.6v.8M10 9.6v.8M10 14.6v.8',
  close: 'M5 5l10 10M15 5 5 15',
  back: 'M12.5 4 6.5 10l6 6',
  send: 'M3.5 4l13 6-13 6 1.5-6zM5 10h6',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4',
  bell: 'M5 14V9.5a5 5 0 0 1 10 0V14l1.5 1.5h-13zM8.5 17.5h3',
  braces: 'M8 3.5c-3 0-2 3-2 4.5S5 10 4 10c1 0 2 .5 2 2s-1 4.5 2 4.5M12 3.5c3 0 2 3 2 4.5s1 2 2 2c-1 0-2 .5-2 2s1 4.5-2 4.5',
  archive: 'M3 4h14v3.5H3zM4.5 7.5V16h11V7.5M8 10.5h4',
  bolt: 'M11.5 2.5 4.5 11.5h5l-1 6 7-9h-5z',
};

// icon draws one; it says nothing to a screen reader.
export function icon(name) {
  return h(`svg.icon`, { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, h('path', { d: paths[name] }));
}
