import { afterEach, expect, test, vi } from "vitest";
import { system } from "~/adapters/src/recruitee";
import { boardNotes } from "~/cli/boards/folders";
import { createCompany } from "./adapters";
import { BOARD_FIXTURES, readFixture } from "./board-fixtures";

const TOKEN_DAY = Date.parse("2027-02-10T00:00:00Z");

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Opens a Recruitee board that responds with 401 to calls without a token from that day on. */
function openBoard(code: string, now: number, key?: string) {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  const fixture = BOARD_FIXTURES.find(({ system: name }) => name === "recruitee");
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: object }) => {
    const isRefused = Date.now() >= TOKEN_DAY && !("X-Careers-Sites-Token" in headers);
    return new Response(fixture && readFixture(fixture, url), {
      status: isRefused ? 401 : 200,
    });
  });
  const settings = { system: "recruitee", board: "taller", ...(key && { key: "RECRUITEE_KEY" }) };
  const company = createCompany(settings, { code, language_default: "en" });
  const { board } = company;
  if (board.system !== "recruitee") throw new Error("not a Recruitee board");
  const readOnce = <T>(_: string, read: () => Promise<T>) => read();
  return { context: { company, board, key, readOnce }, notes: boardNotes(board) };
}

test("reads a board without a token until 9 February 2027, with a warning", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { context, notes } = openBoard("before", TOKEN_DAY - 1);
  expect(await system.list(context)).not.toHaveLength(0);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^before: from 10 February 2027 Recruitee requires/),
  );
  expect(notes).toContainEqual(expect.stringMatching(/^WARNING: from 10 February 2027/));
});

test("fails to read a board without a token from 10 February 2027, and asks for the token", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const { context, notes } = openBoard("after", TOKEN_DAY);
  await expect(system.list(context)).rejects.toThrow(
    /^GET \/offers\/ answered 401: since 10 February 2027 Recruitee requires .*"key": /,
  );
  expect(notes).toContainEqual(expect.stringMatching(/^WARNING: since 10 February 2027/));
});

test.each([TOKEN_DAY - 1, TOKEN_DAY])("reads a board with a token at %d", async (now) => {
  const { context, notes } = openBoard("with-token", now, "secret");
  expect(await system.list(context)).not.toHaveLength(0);
  expect(notes.filter((note) => note.startsWith("WARNING"))).toEqual([]);
});
