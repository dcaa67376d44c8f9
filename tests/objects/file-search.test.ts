import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { ROW_BYTES, Store } from "~/app/application/delivery/store.server";
import { CV_EXTENSIONS } from "~/app/application/model/cv-types";
import { WORST_FILES } from "../support/worst-files";
import { candidate } from "./candidate";
import { runAlarm } from "./clock";
import { answer, platform } from "./platform";
import { append, begin, createStream, MB, newCv, PDF } from "./storage";

const SIZE = MB / 2;

/** Counts the rows that objects' SQL statements read. */
async function countRows(): Promise<() => number> {
  const cursors: { rowsRead: number }[] = [];
  const { object } = await candidate();
  await runInDurableObject(object, (_, { storage }) => {
    const sql = Object.getPrototypeOf(storage.sql) as SqlStorage;
    // oxlint-disable-next-line typescript/unbound-method -- `exec.apply` passes the storage
    const { exec } = sql;
    vi.spyOn(sql, "exec").mockImplementation(function (this: SqlStorage, ...call) {
      const cursor = exec.apply(this, call);
      cursors.push(cursor);
      return cursor;
    });
  });
  return () => {
    const all = cursors.splice(0);
    return all.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
  };
}

/** Sends a CV that is delivered at the third attempt. @returns the rows that each attempt reads */
async function deliver(rows: () => number, extension: string, file: Uint8Array<ArrayBuffer>) {
  const ana = await candidate();
  const rules = { accept: CV_EXTENSIONS, maxBytes: MB };
  const cv = { ...PDF, name: `cv.${extension}`, rules };
  rows();
  const received = await ana.object.receiveFile(cv, createStream(file));
  if (typeof received !== "object") return [rows()];
  platform.next(answer(503), answer(503));
  await ana.send({ upload: received.upload });
  const counts = [rows()];
  for (let retries = 0; retries < 2; retries++) {
    await runAlarm(ana.object);
    counts.push(rows());
  }
  return counts;
}

test("reads at most ten times as many rows for the worst file as for a plain PDF", async () => {
  const rows = await countRows();
  const plain = await deliver(rows, "pdf", newCv(SIZE).content);
  expect(plain).toHaveLength(3);
  for (const [extension, name, create] of WORST_FILES.filter(([type]) => type === "docx")) {
    const worst = await deliver(rows, extension, new Uint8Array(create(SIZE)));
    for (const [attempt, count] of worst.entries()) {
      const times = count / (plain[attempt] ?? 0);
      expect(times, `${name}, attempt ${attempt + 1}`).toBeLessThanOrEqual(10);
    }
  }
});

test("lets other events run after each row of a file that is received, checked or sent", async () => {
  const rows = 8;
  const cv = newCv(rows * ROW_BYTES).content;
  const ana = await candidate();
  const wait = vi.spyOn(scheduler, "wait");
  const countWaits = async (work: Promise<unknown>) => {
    wait.mockClear();
    await work;
    return wait.mock.calls.filter(([ms]) => ms === 0).length;
  };
  const receiving = ana.object.receiveFile(PDF, createStream(cv));
  expect(await countWaits(receiving)).toBeGreaterThanOrEqual(rows);
  const upload = await begin(ana, cv.length);
  await append(ana, upload, 0, cv.slice(0, MB));
  await append(ana, upload, MB, cv.slice(MB, -1));
  const finishing = append(ana, upload, cv.length - 1, cv.slice(-1));
  expect(await countWaits(finishing)).toBeGreaterThanOrEqual(rows);
  expect(await countWaits(ana.send({ upload }))).toBeGreaterThanOrEqual(rows);
  expect(platform.attempts).toHaveLength(1);
});

/** Begins an upload and stores all its bytes, as if the object had crashed before the file was checked. */
async function receiveUnchecked(ana: Awaited<ReturnType<typeof candidate>>) {
  const cv = newCv(SIZE).content;
  const upload = await begin(ana, cv.length);
  await runInDurableObject(ana.object, (_, { storage }) => {
    const store = new Store(storage, "Application");
    for (let at = 0; at < cv.length; at += ROW_BYTES) {
      store.addBytes(upload, cv.slice(at, at + ROW_BYTES));
    }
  });
  return upload;
}

test("checks an upload once for ten concurrent requests", async () => {
  const ana = await candidate();
  const upload = await receiveUnchecked(ana);
  const wait = vi.spyOn(scheduler, "wait");
  const requests = Array.from({ length: 10 }, () => ana.object.uploadProgress(upload));
  for (const { outcome } of await Promise.all(requests)) expect(outcome).toBe("whole");
  // A check lets other events run after each row.
  expect(wait).toHaveBeenCalledTimes(SIZE / ROW_BYTES);
});

test("reports that an upload is gone if it is cancelled during its check", async () => {
  const ana = await candidate();
  const upload = await receiveUnchecked(ana);
  let continueCheck: () => void = () => undefined;
  const cancelled = new Promise<void>((resolve) => (continueCheck = resolve));
  const wait = vi.spyOn(scheduler, "wait").mockImplementationOnce(() => cancelled);
  const progress = ana.object.uploadProgress(upload);
  await expect.poll(() => wait.mock.calls.length).toBeGreaterThan(0);
  await ana.object.cancelUpload(upload);
  continueCheck();
  expect(await progress).toEqual({ outcome: "gone" });
});

const SCRIPT = new TextEncoder().encode("%PDF-1.7\n<</S/JavaScript/JS(a)>>\n%%EOF\n");

test("searches a file of version 1 at the first attempt after the upgrade, and stores the result", async () => {
  const ana = await candidate();
  const received = await ana.object.receiveFile(PDF, createStream(SCRIPT));
  if (typeof received !== "object") throw new Error("The file was not accepted");
  const setFinding = (finding: string | null) =>
    runInDurableObject(ana.object, (_, { storage }) => {
      storage.sql.exec("UPDATE file SET finding = ?", finding);
    });
  await setFinding(null);
  platform.next(answer(503), answer(503));
  await ana.send({ upload: received.upload });
  await runAlarm(ana.object);
  // A later attempt uses the stored result.
  await setFinding("unchecked");
  await runAlarm(ana.object);
  const suspect = platform.attempts.map((attempt) => attempt.suspect);
  expect(suspect).toEqual(["active-file", "active-file", "unchecked-file"]);
});

test("stores small pieces of a file in one row", async () => {
  const ana = await candidate();
  const { content } = newCv(200);
  const upload = await begin(ana, content.length);
  for (let at = 0; at < content.length; at += 20) {
    await append(ana, upload, at, content.slice(at, at + 20));
  }
  await runInDurableObject(ana.object, (_, { storage }) => {
    const rows = storage.sql.exec("SELECT bytes FROM piece").toArray();
    expect(rows.map(({ bytes }) => new Uint8Array(bytes as ArrayBuffer))).toEqual([content]);
  });
});

test.each([
  [0, 3],
  [2, 9],
  [5, 5],
  [7, 30],
  [12, 15],
  [20, 30],
])("reads a file with rows of different sizes from %d to %d", async (start, end) => {
  const { object } = await candidate();
  await runInDurableObject(object, (_, { storage }) => {
    const store = new Store(storage, "Application");
    const upload = store.addFile(PDF, null);
    const content = Uint8Array.from({ length: 13 }, (_byte, at) => at);
    for (const [from, to] of [
      [0, 3],
      [3, 4],
      [4, 9],
      [9, 13],
    ]) {
      store.addBytes(upload, content.slice(from, to));
    }
    const file = store.openFile(upload);
    expect(file.size).toBe(13);
    expect(file.read(start, end)).toEqual(content.slice(start, end));
  });
});
