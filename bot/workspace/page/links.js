// Which addresses a page may lead to.

const schemes = new Set(['http:', 'https:', 'mailto:']);

// safeURL returns address when following it cannot run a script, else undefined.
// Ours are the page's own routes ("#/C1") and files ("/static/app.js").
export function safeURL(address) {
  if (typeof address !== 'string') return undefined;
  if (/^#\/|^\/static\//.test(address)) return address;
  return webURL(address);
}

// webURL returns address when it is an absolute http, https or mailto one, else undefined.
export function webURL(address) {
  try {
    return schemes.has(new URL(address).protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}
