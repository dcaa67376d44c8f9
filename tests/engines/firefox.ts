import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { COMMANDS, type Wire } from "./commands";
import { end, scratch, start, until, whereIs } from "./started";

/** Nothing leaves the machine, no page of its own opens, and the system chooses the port. */
const PREFERENCES = {
  "marionette.port": 0,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.aboutwelcome.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "datareporting.policy.dataSubmissionEnabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.dns.disablePrefetch": true,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.server": "data:,",
} satisfies Record<string, string | number | boolean>;

export const findFirefox = () => whereIs("firefox-esr") ?? whereIs("firefox");

/** How long a browser may take to start, in ms. */
const STARTS_WITHIN = 60_000;

interface FirefoxOptions {
  scripts: boolean;
  /** Where it has a window, for a screen reader: a display, and the bus that they meet on. */
  env?: NodeJS.ProcessEnv;
}

/**
 * Starts Firefox, without a window if nobody reads it, and speaks Marionette to it. Debian has no geckodriver, which would
 * only translate.
 */
export async function startFirefox(
  program: string,
  { scripts, env }: FirefoxOptions,
): Promise<Wire> {
  const profile = await scratch();
  const preferences = { ...PREFERENCES, "javascript.enabled": scripts };
  await writeFile(
    join(profile.folder, "user.js"),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const firefox = start(
    program,
    [...(env ? [] : ["--headless"]), "--no-remote", "--marionette", "--profile", profile.folder],
    { HOME: profile.folder, ...env },
  );
  const stop = async () => {
    await end(firefox);
    await profile.remove();
  };
  try {
    const port = await until(async () => {
      const text = await readFile(join(profile.folder, "MarionetteActivePort"), "utf8");
      if (text === "") throw new Error("Firefox has not written its port yet");
      return Number(text);
    }, STARTS_WITHIN);
    const send = await marionetteAt(port);
    return { send, end: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Turn {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** @returns what sends a command over a socket, and reads its answer */
async function marionetteAt(port: number): Promise<Wire["send"]> {
  const socket = connect(port, "127.0.0.1");
  const read = frames();
  const waiting = new Map<number, Turn>();
  let number = 0;
  let greet: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  socket.on("data", (bytes) => {
    for (const message of read(bytes)) {
      // The first message says who is there; answers are of type 1.
      if (!Array.isArray(message)) greet();
      else settle(waiting, message as [1, number, Fault | null, unknown]);
    }
  });
  for (const event of ["error", "close"]) {
    socket.on(event, () => {
      for (const { reject } of waiting.values()) reject(new Error("Firefox has gone"));
      waiting.clear();
    });
  }
  await once(socket, "connect");
  await greeted;
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      socket.write(frame(number, COMMANDS[command][0], parameters));
    });
}

interface Fault {
  error: string;
  message: string;
}

function settle(
  waiting: Map<number, Turn>,
  [, number, fault, result]: [1, number, Fault | null, unknown],
) {
  const turn = waiting.get(number);
  waiting.delete(number);
  if (fault) turn?.reject(new Error(`${fault.error}: ${fault.message}`));
  else turn?.resolve(valueOf(result));
}

/** Most answers are wrapped, and lists of elements are not. */
const valueOf = (result: unknown) =>
  typeof result === "object" && result !== null && "value" in result ? result.value : result;

/**
 * Cuts a stream of bytes into Marionette's messages: the length in bytes as decimal digits, a colon, and
 * so many bytes of JSON.
 *
 * @returns a function that is given what has come, and returns the messages that are whole by then
 */
function frames(): (bytes: Buffer) => unknown[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const whole: unknown[] = [];
    for (;;) {
      const colon = rest.indexOf(":");
      const length = Number(rest.toString("latin1", 0, Math.max(colon, 0)));
      if (colon < 1 || rest.length < colon + 1 + length) return whole;
      whole.push(JSON.parse(rest.toString("utf8", colon + 1, colon + 1 + length)));
      rest = rest.subarray(colon + 1 + length);
    }
  };
}

/** A command as Marionette takes it: of type 0, with a number by which its answer is known. */
function frame(number: number, name: string, parameters: object): string {
  const json = JSON.stringify([0, number, name, parameters]);
  return `${Buffer.byteLength(json)}:${json}`;
}
