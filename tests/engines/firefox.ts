import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { COMMANDS, type Driver } from "./commands";
import { killProcess, createTempFolder, startProcess, retry, findProgram } from "./processes";

/** Disables outside requests and start pages, and lets the system choose the port. */
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

export const findFirefox = () => findProgram("firefox-esr") ?? findProgram("firefox");

const START_TIMEOUT_MS = 60_000;

interface FirefoxOptions {
  scripts: boolean;
  /** The screen reader's display and D-Bus session. Without them, Firefox runs headless. */
  env?: NodeJS.ProcessEnv;
}

/** Starts Firefox and connects to it over Marionette, which doesn't need geckodriver. */
export async function startFirefox(
  program: string,
  { scripts, env }: FirefoxOptions,
): Promise<Driver> {
  const profile = await createTempFolder();
  const preferences = { ...PREFERENCES, "javascript.enabled": scripts };
  await writeFile(
    join(profile.folder, "user.js"),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const firefox = startProcess(
    program,
    [...(env ? [] : ["--headless"]), "--no-remote", "--marionette", "--profile", profile.folder],
    { HOME: profile.folder, ...env },
  );
  const stop = async () => {
    await killProcess(firefox);
    await profile.remove();
  };
  try {
    const port = await retry(async () => {
      const text = await readFile(join(profile.folder, "MarionetteActivePort"), "utf8");
      if (text === "") throw new Error("Firefox has not written its port yet");
      return Number(text);
    }, START_TIMEOUT_MS);
    const send = await connectMarionette(port);
    return { send, end: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface PendingCommand {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/** Connects to Marionette. @returns the function that sends commands */
async function connectMarionette(port: number): Promise<Driver["send"]> {
  const socket = connect(port, "127.0.0.1");
  const decode = createFrameDecoder();
  const pending = new Map<number, PendingCommand>();
  let number = 0;
  let setGreeted: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (setGreeted = resolve));
  socket.on("data", (bytes) => {
    for (const message of decode(bytes)) {
      // The first message is a greeting. Responses have type 1.
      if (!Array.isArray(message)) setGreeted();
      else settle(pending, message as [1, number, MarionetteError | null, unknown]);
    }
  });
  for (const event of ["error", "close"]) {
    socket.on(event, () => {
      for (const { reject } of pending.values()) reject(new Error("Firefox has ended"));
      pending.clear();
    });
  }
  await once(socket, "connect");
  await greeted;
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      pending.set(++number, { resolve, reject });
      socket.write(encodeFrame(number, COMMANDS[command][0], parameters));
    });
}

interface MarionetteError {
  error: string;
  message: string;
}

function settle(
  pending: Map<number, PendingCommand>,
  [, number, error, result]: [1, number, MarionetteError | null, unknown],
) {
  const command = pending.get(number);
  pending.delete(number);
  if (error) command?.reject(new Error(`${error.error}: ${error.message}`));
  else command?.resolve(unwrap(result));
}

/** Unwraps a result. Most results are wrapped in `value`, but lists of elements are not. */
const unwrap = (result: unknown) =>
  typeof result === "object" && result !== null && "value" in result ? result.value : result;

/**
 * Decodes Marionette's messages. A message consists of the JSON's length in bytes, a colon, and the JSON.
 *
 * @returns a function that takes received bytes and returns the complete messages
 */
function createFrameDecoder(): (bytes: Buffer) => unknown[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const messages: unknown[] = [];
    for (;;) {
      const colon = rest.indexOf(":");
      const length = Number(rest.toString("latin1", 0, Math.max(colon, 0)));
      if (colon < 1 || rest.length < colon + 1 + length) return messages;
      messages.push(JSON.parse(rest.toString("utf8", colon + 1, colon + 1 + length)));
      rest = rest.subarray(colon + 1 + length);
    }
  };
}

/** Encodes a command, which has type 0 and a number that its response repeats. */
function encodeFrame(number: number, name: string, parameters: object): string {
  const json = JSON.stringify([0, number, name, parameters]);
  return `${Buffer.byteLength(json)}:${json}`;
}
