import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/local.mjs";
import { MAX_STATEMENT_BYTES, seededCompanies } from "../../scripts/seed.mjs";

const SCRIPT = join(ROOT, "scripts", "brand.mjs");

/** The longest wait, in ms: on a busy machine a site takes long to start. */
const UP_WITHIN = 110_000;
const SEEN_WITHIN = 100_000;

/** Where npm was called, and where temporary files go. */
let folder: string;
let temporary: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-designer-"));
  temporary = join(folder, "temporary");
  await mkdir(temporary);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  INIT_CWD: folder,
  TMPDIR: temporary,
  ...more,
});

const put = (name: string, text: string | Buffer) => writeFile(join(folder, name), text);

describe("a brand", () => {
  let child: ChildProcess;
  let ended: Promise<unknown[]>;
  let url: string;
  let printed = "";

  /** Resolves when a text is printed; fails when the script ends first, or takes too long. */
  const untilPrinted = (text: string, within: number) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!printed.includes(text)) return;
        clearTimeout(late);
        resolve();
      };
      const fail = () => reject(new Error(`It did not print ${text}, but: ${printed}`));
      const late = setTimeout(fail, within);
      for (const stream of [child.stdout, child.stderr]) stream?.on("data", look);
      child.once("exit", fail);
      look();
    });

  beforeAll(async () => {
    await put("my.css", ".site-header { --seen: first }\n@import 'other.css';\n");
    await put("my-logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');
    child = spawn(process.execPath, [SCRIPT, "my.css", "--logo", "my-logo.svg", "--built"], {
      cwd: ROOT,
      env: environment({ PORT: "0" }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    ended = once(child, "exit");
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text: Buffer) => (printed += text.toString()));
    }
    await untilPrinted("Ctrl+C", UP_WITHIN);
    url = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? "";
  });
  afterAll(async () => {
    if (child.exitCode === null) child.kill();
    await ended;
  });

  const pageOf = async (path = "") => {
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    return response.text();
  };

  /** What an open page is told, from when it was opened. */
  async function* toldPages(page: string) {
    const address = /EventSource\(\\"(http:[^"\\]+)/.exec(page)?.[1];
    const { body } = await fetch(address ?? "", { signal: AbortSignal.timeout(SEEN_WITHIN) });
    let text = "";
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages) yield message;
    }
  }

  test("is on both pages of every company, with its logo", async () => {
    for (const { careerSitePath, positionPath } of await seededCompanies()) {
      for (const path of [careerSitePath, positionPath]) {
        const page = await pageOf(path);
        expect(page).toContain("--seen: first");
        expect(page).toContain(`src="${url}/brand/logo.svg"`);
        expect(printed).toContain(url + (path ?? ""));
      }
    }
    expect(await pageOf("/brand/logo.svg")).toContain("<svg");
  });

  test("that is saved again is told to open pages, and is in new ones", async () => {
    const [first] = await seededCompanies();
    const paths = [first?.careerSitePath, first?.positionPath];
    const told = toldPages(await pageOf(paths[0]));
    expect((await told.next()).value).toContain("--seen: first");
    await put("my.css", ".site-header { --seen: second }");
    expect((await told.next()).value).toContain("--seen: second");
    await told.return(undefined);
    for (const path of paths) {
      await expect.poll(() => pageOf(path), { timeout: SEEN_WITHIN }).toContain("--seen: second");
    }
  });

  test("that is gone leaves the pages as they are, until it is back", async () => {
    const [first] = await seededCompanies();
    await rm(join(folder, "my.css"));
    await untilPrinted("There is no file my.css.", SEEN_WITHIN);
    expect(await pageOf(first?.careerSitePath)).toContain("--seen: second");
    await put("my.css", ".site-header { --seen: third }");
    await expect
      .poll(() => pageOf(first?.careerSitePath), { timeout: SEEN_WITHIN })
      .toContain("--seen: third");
  });

  test("leaves nothing behind when it is told to stop", async () => {
    expect(await readdir(temporary)).not.toEqual([]);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(await readdir(temporary)).toEqual([]);
  });
});

describe("is refused with a sentence:", () => {
  beforeAll(async () => {
    await put("right.css", "a { color: red }");
    await put("large.css", "a".repeat(MAX_STATEMENT_BYTES + 1));
    await put("utf-16.css", Buffer.from("a { color: red; content: 'é' }", "utf16le"));
    await put("logo.pdf", "%PDF");
  });

  test.each([
    ["no file", [], "Which CSS file?"],
    ["too large a file", ["large.css"], "large.css has 100,001 bytes"],
    ["bytes that are no CSS", ["utf-16.css"], "utf-16.css is not text in UTF-8."],
    ["a logo that is no picture", ["right.css", "--logo", "logo.pdf"], "logo.pdf is not a picture"],
  ])("%s", async (_, args, sentence) => {
    const started = promisify(execFile)(process.execPath, [SCRIPT, ...args], {
      cwd: ROOT,
      env: environment(),
    });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(sentence) as string,
    });
    await expect(started).rejects.not.toMatchObject({
      stderr: expect.stringContaining("    at ") as string,
    });
  });
});
