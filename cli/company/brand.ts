import { build, type Message } from "esbuild";

interface Warning {
  line: number;
  text: string;
}

export async function brandWarnings(css: string): Promise<Warning[]> {
  let messages: Message[] = [];
  await build({
    stdin: { contents: css, loader: "css" },
    bundle: true,
    write: false,
    logLevel: "silent",
    plugins: [
      {
        name: "addresses",
        setup(plugin) {
          plugin.onResolve({ filter: /^/ }, ({ path, kind }) => {
            const text = checkUrl(path, kind === "import-rule");
            return { external: true, warnings: text === undefined ? [] : [{ text }] };
          });
          plugin.onEnd(({ errors, warnings }) => {
            messages = [...errors, ...warnings];
          });
        },
      },
    ],
    // `messages` contains the errors.
  }).catch(() => undefined);
  const lines = css.split("\n");
  return messages.flatMap(({ location, text }) => {
    const { line = 1, column = 0 } = location ?? {};
    const rest = [(lines[line - 1] ?? "").slice(column), ...lines.slice(line)].join("\n");
    // esbuild 0.17 mistakes the selector of a nested rule for a property.
    const isNested = text === 'Expected ":"' && /^[^;}]*\{/.test(rest);
    return isNested ? [] : { line, text };
  });
}

/** Returns why browsers would not load a URL; undefined if they would. */
function checkUrl(address: string, isImport: boolean): string | undefined {
  if (/^(?:#|\/(?!\/)|data:)/i.test(address)) return undefined;
  if (!/^(?:https?:)?\/\//i.test(address) || !URL.canParse(address, "https://site.invalid")) {
    return `${address} is relative to the page, not to this file. Write the whole address.`;
  }
  const { protocol, origin, pathname } = new URL(address, "https://site.invalid");
  const kind = isImport ? "@import" : "font";
  if (isImport || /\.(?:woff2?|ttf|otf)$/i.test(pathname))
    return `The ${kind} ${address} is blocked unless the site's CSP_HOSTS has ${origin}.`;
  return protocol === "https:" ? undefined : `Pictures load over https only: ${address}`;
}
