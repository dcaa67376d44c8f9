// Finds what cannot work in a company's CSS, and says so to its author.

/** The tokens of CSS that are looked at: comments, strings and addresses are one token each. */
const PIECES =
  /\/\*[^]*?(?:\*\/|$)|url\(\s*("[^"]*"|'[^']*'|[^"')\s]*)\s*\)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|@[\w-]+|<(?:\/?style|!--)|[{};]/gi;

/** @typedef {"style" | "font" | "picture"} Kind */

/**
 * Finds what is likely not to work. It does not parse CSS in full, so it does not find everything.
 *
 * @param {string} css
 * @param {readonly string[]} hosts those of the site's `CSP_HOSTS`
 * @returns {{ line: number, text: string }[]} by line
 */
export function cssWarnings(css, hosts) {
  /** @type {{ at: number, text: string }[]} */
  const found = [];
  const warn = (/** @type {number} */ at, /** @type {string} */ text) => found.push({ at, text });
  /** The blocks that are open. @type {{ at: number, rule: string }[]} */
  const open = [];
  let rule = "";
  let hasBlocks = false;
  for (const { 0: piece, 1: address, index: at } of css.matchAll(PIECES)) {
    if (piece.startsWith("/*")) {
      if (!/^\/\*[^]*\*\/$/.test(piece)) warn(at, "This comment is not closed.");
    } else if (piece.startsWith("@")) {
      rule = piece.toLowerCase();
      if (rule === "@import" && hasBlocks) warn(at, "An @import counts only above all rules.");
    } else if (piece === "{") {
      open.push({ at, rule });
      hasBlocks = true;
      rule = "";
    } else if (piece === "}") {
      if (!open.pop()) warn(at, "This } closes nothing.");
      rule = "";
    } else if (piece === ";") {
      rule = "";
    } else if (piece.startsWith("<")) {
      warn(at, `${piece} is HTML, which cannot stand in CSS.`);
    } else if (address !== undefined || rule === "@import") {
      const isFont = open.some((block) => block.rule === "@font-face");
      const kind = rule === "@import" ? "style" : isFont ? "font" : "picture";
      const fault = addressFault(unquoted(address ?? piece), kind, hosts);
      if (fault !== undefined && rule !== "@namespace") warn(at, fault);
    } else if (piece.length < 2 || !piece.endsWith(piece.charAt(0))) {
      warn(at, "This text has no closing quote on its line.");
    }
  }
  for (const { at } of open) warn(at, "This { is never closed.");
  return found
    .sort((one, other) => one.at - other.at)
    .map(({ at, text }) => ({ line: css.slice(0, at).split("\n").length, text }));
}

/** @param {string} text */
const unquoted = (text) => text.replace(/^(["'])(.*)\1$/s, "$2").trim();

/**
 * Why an address cannot be loaded: the Content-Security-Policy forbids it, or it is relative.
 *
 * @param {string} address @param {Kind} kind @param {readonly string[]} hosts
 */
function addressFault(address, kind, hosts) {
  if (address === "" || address.startsWith("#")) return undefined;
  const shown = address.length > 60 ? `${address.slice(0, 60)}…` : address;
  if (/^data:/i.test(address)) {
    return kind === "picture" ? undefined : `A ${kind} in a data: address is blocked: ${shown}`;
  }
  if (/^\/(?!\/)/.test(address)) return undefined;
  if (!/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) {
    return `${shown} is looked for beside the page, where your files are not. Give its whole address.`;
  }
  if (!URL.canParse(address, "https://site.invalid")) return `${shown} is not an address.`;
  const url = new URL(address, "https://site.invalid");
  if (kind === "picture") {
    return url.protocol === "https:" ? undefined : `Pictures come by https only: ${shown}`;
  }
  if (hosts.some((host) => covers(host, url))) return undefined;
  const what = kind === "style" ? "@import of " : "The font ";
  return `${what}${shown} is blocked, unless the site's CSP_HOSTS has ${url.origin}.`;
}

/** Whether an entry of `CSP_HOSTS` allows an address. @param {string} host @param {URL} url */
function covers(host, url) {
  const plain = host.replace("://*.", "://");
  if (!URL.canParse(plain)) return false;
  const { protocol, hostname, port, origin } = new URL(plain);
  if (plain === host) return origin === url.origin;
  return protocol === url.protocol && port === url.port && url.hostname.endsWith(`.${hostname}`);
}
