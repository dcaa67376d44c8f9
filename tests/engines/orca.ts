import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { end, firstLine, scratch, start, until, whereIs } from "./started";

const PROGRAMS = ["orca", "speech-dispatcher", "dbus-daemon", "gdbus", "Xvfb"] as const;
const LAUNCHER = "/usr/libexec/at-spi-bus-launcher";

/** Whether all is there that a screen reader needs. */
export const hasOrca = () =>
  PROGRAMS.every((program) => whereIs(program) !== undefined) && whereIs(LAUNCHER) !== undefined;

/** Speech goes to a module that says nothing. */
const SILENT = `AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n`;

/** Runs Orca, which is a script of Python's, so that its log is written line by line. */
const BY_LINE = `
import builtins, runpy, sys
usual = builtins.open
def by_line(file, mode="r", *rest, **options):
    if mode == "w" and str(file).endswith("orca.log"): options["buffering"] = 1
    return usual(file, mode, *rest, **options)
builtins.open = by_line
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
`;

/** Orca's log of what it says: of what is new, not of what it reads on and on when a page has come. */
const SAID = /SPEECH OUTPUT: '(.*)'\{'established': \w+\}/g;

/** How long Orca may take to say something, in ms. */
const PATIENCE_MS = 60_000;

/**
 * Starts Orca, a screen reader, on a screen and a bus of its own.
 *
 * @returns the environment for a browser that it is to read, and what it has said
 */
export async function startOrca() {
  const home = await scratch();
  const log = join(home.folder, "orca.log");
  const speech = join(home.folder, ".config", "speech-dispatcher");
  await mkdir(speech, { recursive: true });
  await writeFile(join(speech, "speechd.conf"), SILENT);
  const screen = start("Xvfb", [
    "-displayfd",
    "3",
    "-screen",
    "0",
    "1280x1024x24",
    "-nolisten",
    "tcp",
  ]);
  const bus = start("dbus-daemon", ["--session", "--nofork", "--print-address=3"]);
  const env: NodeJS.ProcessEnv = {
    DISPLAY: `:${await firstLine(screen.stdio[3] as Readable)}`, // `start` makes it a pipe
    DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdio[3] as Readable),
    HOME: home.folder,
    XDG_RUNTIME_DIR: home.folder,
    LC_ALL: "C.UTF-8",
  };
  const started = [screen, bus, start(LAUNCHER, ["--launch-immediately"], env)];
  const stop = async () => {
    for (const child of started.reverse()) await end(child);
    await home.remove();
  };
  const said = async () => {
    const text = await readFile(log, "utf8");
    return [...text.matchAll(SAID)].map(([, words = ""]) => words);
  };
  /** Waits until Orca has said this, after so many other things. @returns how much it has said by then */
  const hears = (words: string, after: number) =>
    until(async () => {
      const all = await said();
      const at = all.findIndex((line, index) => index >= after && line.includes(words));
      if (at < 0) throw new Error(`"${words}" was not said, but:\n${all.slice(after).join("\n")}`);
      return at + 1;
    }, PATIENCE_MS);
  try {
    await until(() => isOn(env), PATIENCE_MS);
    const orca = whereIs("orca") ?? "";
    started.push(start("/usr/bin/python3", ["-c", BY_LINE, orca, `--debug-file=${log}`], env));
    await hears("Screen reader on.", 0);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, said, hears, end: stop };
}

/** Tells the applications to come that somebody reads them. */
async function isOn(env: NodeJS.ProcessEnv): Promise<void> {
  for (const name of ["IsEnabled", "ScreenReaderEnabled"]) {
    const child = start(
      "gdbus",
      [
        ...["call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"],
        ...["--method", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", name, "<true>"],
      ],
      env,
    );
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0) throw new Error("There is no accessibility bus");
  }
}
