// A list of messages stays at its end while new ones come, unless the reader went up.

const near = 40; // pixels that still count as the end
const seen = new WeakSet();

// keepingPlace redraws and puts each list under root back to where it was read.
export function keepingPlace(root, redraw) {
  const lists = () => root.querySelectorAll('[role="log"]');
  const atEnd = new Set([...lists()].filter((n) => n.scrollHeight - n.scrollTop - n.clientHeight < near));
  redraw();
  for (const node of lists()) {
    if (atEnd.has(node) || !seen.has(node)) node.scrollTop = node.scrollHeight;
    seen.add(node);
  }
}
