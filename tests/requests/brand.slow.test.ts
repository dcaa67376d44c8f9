import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ROOT, TSX } from "../../scripts/local.mjs";
import { MAX_STATEMENT_BYTES, seededCompanies } from "../../scripts/seed.mjs";

const SCRIPT = join(ROOT, "scripts", "brand.mjs");

/** The longest wait, in ms: a site takes long to start on a busy machine. */
const WITHIN = 100_000;

/** Where npm was called, and where temporary files go. */
let folder: string;
let temporary: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-designer-"));
  temporary = join(folder, "temporary");
  await mkdir(temporary);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const options = (more: Record<string, string> = {}) => ({
  cwd: ROOT,
  env: { ...process.env, INIT_CWD: folder, TMPDIR: temporary, ...more },
});

const put = (name: string, text: string | Buffer) => writeFile(join(folder, name), text);

describe("a brand", () => {
  let child: ChildProcess;
  let ended: Promise<unknown[]>;
  let url: string;
  let printed = "";

  const untilPrinted = (text: string) =>
    vi.waitUntil(() => printed.includes(text), { timeout: WITHIN });

  beforeAll(async () => {
    await put("my.css", ".site-header { --seen: first }\n@import 'other.css';\n");
    await put("my-logo.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');
    child = spawn(
      process.execPath,
      [...TSX, SCRIPT, "my.css", "--logo", "my-logo.svg", "--built"],
      {
        ...options({ PORT: "0", TSX_DISABLE_CACHE: "1" }),
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    ended = once(child, "exit");
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (text: Buffer) => (printed += text.toString()));
    }
    await untilPrinted("Ctrl+C");
    url = /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? "";
  });
  afterAll(async () => {
    if (child.exitCode === null) child.kill();
    await ended;
  });

  const pageOf = async (path = "") => (await fetch(url + path)).text();
  const pollPage = (path: string | undefined) =>
    expect.poll(() => pageOf(path), { timeout: WITHIN });

  /** The events that an open page gets. */
  async function* events(page: string) {
    const address = /EventSource\(\\"(http:[^"\\]+)/.exec(page)?.[1];
    const { body } = await fetch(address ?? "", { signal: AbortSignal.timeout(WITHIN) });
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

  test("that is saved again is sent to open pages, and is in new ones; without its file it stays", async () => {
    const [first] = await seededCompanies();
    const paths = [first?.careerSitePath, first?.positionPath];
    const told = events(await pageOf(paths[0]));
    expect((await told.next()).value).toContain("--seen: first");
    await put("my.css", ".site-header { --seen: second }");
    expect((await told.next()).value).toContain("--seen: second");
    await told.return(undefined);
    for (const path of paths) await pollPage(path).toContain("--seen: second");

    await rm(join(folder, "my.css"));
    await untilPrinted("There is no file my.css.");
    expect(await pageOf(paths[0])).toContain("--seen: second");
    await put("my.css", ".site-header { --seen: third }");
    await pollPage(paths[0]).toContain("--seen: third");
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
    ["no file", [], "Which company, or which CSS file?"],
    ["too large a file", ["large.css"], "large.css has 100,001 bytes"],
    ["bytes that are no CSS", ["utf-16.css"], "utf-16.css is not text in UTF-8."],
    ["a logo that is no picture", ["right.css", "--logo", "logo.pdf"], "logo.pdf is not a picture"],
  ])("%s", async (_, args, sentence) => {
    const failed: unknown = await promisify(execFile)(
      process.execPath,
      [...TSX, SCRIPT, ...args],
      options(),
    ).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(sentence) as string,
    });
    expect(failed).toMatchObject({ stderr: expect.not.stringContaining("    at ") as string });
  });
});
