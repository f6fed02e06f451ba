// An app's Home tab.
import { blocks } from './blocks.js';
import { empty } from './channel.js';
import { h } from './dom.js';
import { hostOf } from './host.js';
import { icon } from './icons.js';

// Home draws what the app published for the reader.
export function Home(app) {
  const { state } = app;
  const one = state.apps.find((a) => a.id === state.route.app);
  const view = state.homes[state.route.app];
  const key = `home/${state.route.app}/${view?.hash ?? ''}`;
  return h('main.pane.home', { key: 'home', 'aria-label': `Home of ${one?.name ?? 'an app'}` },
    h('header', {}, h('a.plain.back', { href: '#/', 'aria-label': 'Back to the list of channels' }, icon('back')),
      h('h1', {}, one?.name ?? 'Unknown app'), h('span.badge', {}, 'APP'), h('span.topic', {}, 'Home')),
    h('div.stream', { key: state.route.app, tabindex: 0 },
      view?.blocks ? blocks(view.blocks, hostOf(app, { key, view_id: view.id }))
        : empty('Nothing here yet', `${one?.name ?? 'The app'} has not published a Home tab for you.`)));
}
