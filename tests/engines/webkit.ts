import type { Readable } from "node:stream";
import { COMMANDS, ELEMENT, type Driver } from "./commands";
import {
  killProcess,
  readFirstLine,
  findListeningPort,
  createTempFolder,
  startProcess,
  retry,
  findProgram,
} from "./processes";

/** Returns the paths of WebKitGTK's driver and a virtual screen, or undefined if either isn't installed. */
export function findWebKit() {
  const driver = findProgram("WebKitWebDriver");
  const screen = findProgram("Xvfb");
  return driver && screen ? { driver, screen } : undefined;
}

/** A WebDriver response (W3C, section 6.3). */
interface WebDriverResponse {
  value: unknown;
}

const START_TIMEOUT_MS = 60_000;

/** Starts WebKitGTK's minimal browser on a virtual screen and connects to it by WebDriver over HTTP. */
export async function startWebKit(programs: { driver: string; screen: string }): Promise<Driver> {
  const home = await createTempFolder();
  const screen = startProcess(programs.screen, [
    ...["-displayfd", "3", "-screen", "0", "1280x1024x24"],
    ...["-nolisten", "tcp"],
  ]);
  const display = await readFirstLine(screen.stdio[3] as Readable); // `startProcess` opens descriptor 3 as a pipe.
  const driver = startProcess(programs.driver, ["--port=0"], {
    DISPLAY: `:${display}`,
    HOME: home.folder,
    XDG_RUNTIME_DIR: home.folder,
    // Without a graphics card, page transitions can crash the browser unless rendering is in software.
    WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    LIBGL_ALWAYS_SOFTWARE: "1",
    NO_AT_BRIDGE: "1",
  });
  const stop = async () => {
    await killProcess(driver);
    await killProcess(screen);
    await home.remove();
  };
  let base = "";
  let session = "";
  try {
    base = `http://127.0.0.1:${await retry(() => findListeningPort(driver), START_TIMEOUT_MS)}/session`;
  } catch (error) {
    await stop();
    throw error;
  }
  const send: Driver["send"] = async (command, parameters = {}) => {
    if (command === "clear" || command === "click") await bringIntoView(String(parameters.id));
    const [, method, template] = COMMANDS[command];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
    const body = method === "POST" ? parameters : undefined;
    const value = await call(command, method, path, body);
    if (command === "newSession") session = `/${(value as { sessionId: string }).sessionId}`;
    return value;
  };

  /** Scrolls to an element, because the driver doesn't always do so before it clears or clicks the element. */
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
    const { value } = await response.json<WebDriverResponse>();
    if (!response.ok) throw new Error(`${name}: ${JSON.stringify(value)}`);
    return value;
  }

  return { send, end: stop };
}
