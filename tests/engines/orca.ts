import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  killProcess,
  readFirstLine,
  createTempFolder,
  startProcess,
  retry,
  findProgram,
} from "./processes";

const PROGRAMS = ["orca", "speech-dispatcher", "dbus-daemon", "gdbus", "Xvfb"] as const;
const LAUNCHER = "/usr/libexec/at-spi-bus-launcher";

export const hasOrca = () =>
  PROGRAMS.every((program) => findProgram(program) !== undefined) &&
  findProgram(LAUNCHER) !== undefined;

/** A speech-dispatcher configuration that outputs no sound. */
const SILENT = `AddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n`;

/** Runs Orca, a Python script, with a line-buffered log. */
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

/** Matches phrases in Orca's log, except Orca's continuous reading of a new page. */
const SPEECH = /SPEECH OUTPUT: '(.*)'\{'established': \w+\}/g;

const SPEECH_TIMEOUT_MS = 60_000;

/**
 * Starts the Orca screen reader with a separate screen and D-Bus.
 *
 * @returns the environment for a browser, and functions that read Orca's speech
 */
export async function startOrca() {
  const home = await createTempFolder();
  const log = join(home.folder, "orca.log");
  const speech = join(home.folder, ".config", "speech-dispatcher");
  await mkdir(speech, { recursive: true });
  await writeFile(join(speech, "speechd.conf"), SILENT);
  const screen = startProcess("Xvfb", [
    "-displayfd",
    "3",
    "-screen",
    "0",
    "1280x1024x24",
    "-nolisten",
    "tcp",
  ]);
  const bus = startProcess("dbus-daemon", ["--session", "--nofork", "--print-address=3"]);
  const env: NodeJS.ProcessEnv = {
    DISPLAY: `:${await readFirstLine(screen.stdio[3] as Readable)}`, // `startProcess` opens descriptor 3 as a pipe.
    DBUS_SESSION_BUS_ADDRESS: await readFirstLine(bus.stdio[3] as Readable),
    HOME: home.folder,
    XDG_RUNTIME_DIR: home.folder,
    LC_ALL: "C.UTF-8",
  };
  const processes = [screen, bus, startProcess(LAUNCHER, ["--launch-immediately"], env)];
  const stop = async () => {
    for (const child of processes.reverse()) await killProcess(child);
    await home.remove();
  };
  const readSpeech = async () => {
    const text = await readFile(log, "utf8");
    return [...text.matchAll(SPEECH)].map(([, words = ""]) => words);
  };
  /** Waits for a phrase, skipping the first `after` phrases. @returns the number of phrases up to the match */
  const waitForSpeech = (words: string, after: number) =>
    retry(async () => {
      const all = await readSpeech();
      const position = all.findIndex((line, index) => index >= after && line.includes(words));
      if (position < 0)
        throw new Error(`Orca did not say "${words}", but:\n${all.slice(after).join("\n")}`);
      return position + 1;
    }, SPEECH_TIMEOUT_MS);
  try {
    await retry(() => enableAccessibility(env), SPEECH_TIMEOUT_MS);
    const orca = findProgram("orca") ?? "";
    processes.push(
      startProcess("/usr/bin/python3", ["-c", BY_LINE, orca, `--debug-file=${log}`], env),
    );
    await waitForSpeech("Screen reader on.", 0);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, readSpeech, waitForSpeech, end: stop };
}

/** Enables accessibility for applications that start later on this D-Bus. */
async function enableAccessibility(env: NodeJS.ProcessEnv): Promise<void> {
  for (const name of ["IsEnabled", "ScreenReaderEnabled"]) {
    const child = startProcess(
      "gdbus",
      [
        ...["call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"],
        ...["--method", "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", name, "<true>"],
      ],
      env,
    );
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0) throw new Error("No accessibility bus");
  }
}
