import type { Readable } from "node:stream";
import { COMMANDS, ELEMENT, type Wire } from "./commands";
import { end, firstLine, listeningPort, scratch, start, until, whereIs } from "./started";

/** Both programs that WebKitGTK needs here: its driver, and a screen that nobody looks at. */
export function findWebKit() {
  const driver = whereIs("WebKitWebDriver");
  const screen = whereIs("Xvfb");
  return driver && screen ? { driver, screen } : undefined;
}

/** Every answer of WebDriver's (W3C, section 6.3). */
interface Answer {
  value: unknown;
}

/** How long the driver may take to start, in ms. */
const STARTS_WITHIN = 60_000;

/** Starts WebKitGTK's own small browser on a screen of its own, and speaks WebDriver to it over HTTP. */
export async function startWebKit(programs: { driver: string; screen: string }): Promise<Wire> {
  const home = await scratch();
  const screen = start(programs.screen, [
    ...["-displayfd", "3", "-screen", "0", "1280x1024x24"],
    ...["-nolisten", "tcp"],
  ]);
  const display = await firstLine(screen.stdio[3] as Readable); // `start` makes it a pipe
  const driver = start(programs.driver, ["--port=0"], {
    DISPLAY: `:${display}`,
    HOME: home.folder,
    XDG_RUNTIME_DIR: home.folder,
    // Without a graphics card: as on the machines where a page's fade ended the browser.
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
  });
  const stop = async () => {
    await end(driver);
    await end(screen);
    await home.remove();
  };
  let base = "";
  let session = "";
  try {
    base = `http://127.0.0.1:${await until(() => listeningPort(driver), STARTS_WITHIN)}/session`;
  } catch (error) {
    await stop();
    throw error;
  }
  const send: Wire["send"] = async (command, parameters = {}) => {
    if (command === "clear" || command === "click") await bringIntoView(String(parameters.id));
    const [, method, template] = COMMANDS[command];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
    const body = method === "POST" ? parameters : undefined;
    const value = await call(command, method, path, body);
    if (command === "begin") session = `/${(value as { sessionId: string }).sessionId}`;
    return value;
  };

  /** The driver does not always scroll to what it clears or clicks. */
  const bringIntoView = (id: string) =>
    call("scroll", "POST", "/execute/sync", {
      script: "arguments[0].scrollIntoView({ block: 'center' })",
      args: [{ [ELEMENT]: id }],
    });

  async function call(name: string, method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${base}${session}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json<Answer>();
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(value)}`);
    return value;
  }

  return { send, end: stop };
}
