import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { keyHash } from "../../platform/src/deleted-keys.mjs";
import { rowsOf } from "../../scripts/database.mjs";
import { platformArgs, ROOT, TSX, wrangler } from "../../scripts/local.mjs";
import { seed } from "../../scripts/seed.mjs";
import { isSigned, startReceiver } from "../support/receiver";

const FERRIES = "harbour-lane-ferries";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";
const PEDIDOS = "0db0b201-df40-4a01-875d-ffd020005fcd";

let state: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-notify-"));
  receiver = await startReceiver();
  await seed({ persistTo: state });
});
afterAll(async () => {
  await receiver.stop();
  await rm(state, { recursive: true, force: true });
});

const Failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/** Runs one of the project's commands on the state folder; never in a terminal. */
async function command(name: string, ...args: string[]) {
  const script = join(ROOT, "scripts", `${name}.mjs`);
  const all = [...TSX, script, ...args, "--persist-to", state];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, all);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = Failure.parse(error);
    return { code, said: stdout + stderr };
  }
}

const rows = (sql: string) => rowsOf({ persistTo: state, remote: false }, sql, z.unknown());

test("a webhook is set, tried, listed, and taken off", async () => {
  expect((await command("notify", "webhook", FERRIES, "https://10.1.2.3/")).code).toBe(1);
  const set = await command("notify", "webhook", FERRIES, receiver.url);
  const secret = /whsec_\S+/.exec(set.said)?.[0] ?? "";
  expect((await command("notify", "list")).said).not.toContain(secret);

  expect(await command("notify", "test", FERRIES)).toMatchObject({ code: 0 });
  const [call] = receiver.calls;
  expect(call && isSigned(call, secret)).toBe(true);
  receiver.behaviours.push(401);
  const refused = await command("notify", "test", FERRIES);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain("answered 401");

  await command("notify", "email", FERRIES, "a@example.com", "b@example.com", "--hourly");
  const { said } = await command("notify", "list");
  expect(said).toContain(`${FERRIES}: webhook ${receiver.url}, at once`);
  expect(said).toContain(`${FERRIES}: email b@example.com, hourly`);
  expect((await command("notify", "off", FERRIES)).code).toBe(0);
  expect((await command("notify", "list")).said).toContain("No company is told");
});

test("a person's applications to one company are deleted, and nobody else's", async () => {
  const phone = "+447400212345";
  const email = JSON.stringify([{ id: "email", label: "E-mail", value: "Ana@Example.com" }]);
  await rows(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, phone, fields, files, cv_name, created_at, idempotency_key)
     VALUES ('mine', '${TICKETS}', 'Ana', 'S', '${phone}', '[]', '[]', 'a.pdf', '2026-11-01', 'a-key'),
       ('mine-too', '${TICKETS}', 'Ana', 'S', NULL, '${email}', '[]', NULL, '2026-11-02', NULL),
       ('elsewhere', '${PEDIDOS}', 'Ana', 'S', '${phone}', '${email}', '[]', 'a.pdf', '2026-11-03', 'a-key'),
       ('another', '${TICKETS}', 'Eva', 'S', '+447400299999', '[]', '[]', 'a.pdf', '2026-11-04', NULL)`,
  );
  const cv = (action: string, id: string, file: string) =>
    wrangler([
      ...["r2", "object", action, `puerta-cvs/cv/${id}`, "--file", file],
      ...platformArgs({ persistTo: state, remote: false }),
    ]);
  for (const id of ["mine", "another"]) await cv("put", id, join(ROOT, "package.json"));
  const left = async () => JSON.stringify(await rows("SELECT id FROM applications ORDER BY id"));

  const asked = await command("forget", FERRIES, "--phone", "07400 212345");
  expect(asked.code).toBe(1);
  expect(asked.said).toContain("Ticket office assistant: 1");
  expect(await left()).toContain("mine");

  expect((await command("forget", FERRIES, "--phone", "07400 212345", "--yes")).code).toBe(0);
  expect(await left()).toBe('[{"id":"another"},{"id":"elsewhere"},{"id":"mine-too"}]');
  await expect(cv("get", "mine", join(state, "got"))).rejects.toThrow();
  await cv("get", "another", join(state, "got"));
  expect(await rows("SELECT hash FROM deleted_keys")).toEqual([
    { hash: await keyHash(TICKETS, "a-key") },
  ]);
  await command("forget", FERRIES, "--email", "ana@example.com", "--yes");
  expect(await left()).toBe('[{"id":"another"},{"id":"elsewhere"}]');
});

test("npm run cron does by hand what is due", async () => {
  await command("notify", "webhook", FERRIES, receiver.url);
  await rows(
    `INSERT INTO notifications (id, channel_id, counts, due_at, created_at)
     SELECT 'msg_due', id, '{"${TICKETS}":2}', '2026-01-01', '2026-01-01' FROM channels`,
  );
  await rows(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, created_at)
     VALUES ('over', '${TICKETS}', 'Ana', 'S', '2020-01-01T00:00:00.000Z')`,
  );
  const { said } = await command("cron");
  expect(said).toContain("Retention: applications deleted: 1");
  expect(receiver.calls.at(-1)?.headers["webhook-id"]).toBe("msg_due");
  expect(await rows("SELECT id FROM applications WHERE id = 'over'")).toEqual([]);
});
