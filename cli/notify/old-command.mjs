// `npm run notify`: where a company is told that applications came.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  misused,
  runCommand,
  WHERE_OPTIONS,
  WHERE_USAGE,
  whereOf,
} from "../../scripts/arguments.mjs";
import {
  bodyOf,
  callWebhook,
  faultOfAddress,
  isLoopback,
  newSecret,
} from "../../platform/src/notifications/webhook.mjs";
import { companyAt } from "../company/database.mjs";
import { rowsOf } from "../../scripts/database.mjs";
import { Stop } from "../../scripts/local.mjs";
import { literal } from "../../scripts/seed.mjs";

const USAGE = `npm run notify -- list                                 where companies are told of applications
npm run notify -- webhook COMPANY URL [--hourly]       calls an address; prints its secret, once
npm run notify -- email COMPANY ADDRESS... [--hourly]  sends e-mail
npm run notify -- test COMPANY                         tells it of nothing, to see whether it arrives
npm run notify -- off COMPANY                          tells it no more, nor of what still waits
COMPANY is its code, or its uuid.
  --hourly             one message an hour with all that came, instead of each at once
${WHERE_USAGE}`;

const TIMEOUT_MS = 10_000;

/** @typedef {import("../../scripts/database.mjs").Where} Where */
/** @typedef {{ uuid: string, code: string, name: string }} Company */

const Channel = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(["webhook", "email"]),
  address: z.string(),
  secret: z.string().nullable(),
  digest: z.string(),
  last_at: z.string().nullable(),
  last_result: z.string().nullable(),
  waiting: z.number(),
  next: z.string().nullable(),
});

/**
 * Where companies are told: all of them, or one.
 *
 * @param {Where} where @param {Company} [company]
 */
const channels = (where, company) =>
  rowsOf(
    where,
    `SELECT h.*, c.code, c.name, count(n.id) AS waiting, min(n.due_at) AS next
     FROM channels h JOIN clients c ON c.uuid = h.client_uuid
     LEFT JOIN notifications n ON n.channel_id = h.id
     ${company ? `WHERE c.uuid = ${literal(company.uuid)}` : ""}
     GROUP BY h.id ORDER BY c.code, h.kind DESC, h.address`,
    Channel,
  );

/** @param {string} iso */
const minute = (iso) => `${iso.slice(0, 16).replace("T", " ")} UTC`;

/** @param {z.infer<typeof Channel>} channel */
function describe({ code, kind, address, digest, last_at, last_result, waiting, next }) {
  const last =
    last_at === null ? "Never tried yet." : `${minute(last_at)}: ${last_result ?? "unknown"}.`;
  const left = next === null ? "Nothing waits." : `${waiting} to be told, from ${minute(next)} on.`;
  return `${code}: ${kind} ${address}, ${digest}\n  ${last} ${left}`;
}

/**
 * The SQL that forgets where a company is told, in one way or in all.
 *
 * @param {Company} company @param {"webhook" | "email"} [kind]
 */
function forgetting(company, kind) {
  const of = `client_uuid = ${literal(company.uuid)}${kind ? ` AND kind = '${kind}'` : ""}`;
  return `DELETE FROM notifications WHERE channel_id IN (SELECT id FROM channels WHERE ${of});
    DELETE FROM channels WHERE ${of};`;
}

/**
 * Sets where a company is told in one way; what was set before is gone.
 *
 * @param {Where} where @param {Company} company @param {"webhook" | "email"} kind
 * @param {string[]} addresses @param {string | null} secret @param {boolean} hourly
 */
async function set(where, company, kind, addresses, secret, hourly) {
  const digest = literal(hourly ? "hourly" : "at once");
  const rows = addresses.map(
    (address) =>
      `(${literal(randomUUID())}, ${literal(company.uuid)}, '${kind}', ${literal(address)}, ${secret === null ? "NULL" : literal(secret)}, ${digest})`,
  );
  await rowsOf(
    where,
    `${forgetting(company, kind)}
     INSERT INTO channels (id, client_uuid, kind, address, secret, digest)
     VALUES ${rows.join(", ")}`,
    z.unknown(),
  );
}

/** @param {Where} where @param {string} which @param {string[]} rest @param {boolean} hourly */
async function setWebhook(where, which, rest, hourly) {
  const [address] = rest;
  if (address === undefined) throw misused("Say which address is called.", USAGE);
  const fault = faultOfAddress(address);
  if (fault !== undefined) throw new Stop(`${address} ${fault}.`);
  if (where.remote && isLoopback(address)) {
    throw new Stop(`${address} is this machine, which a deployed platform cannot reach.`);
  }
  const company = await companyAt(where, which);
  const secret = newSecret();
  await set(where, company, "webhook", [new URL(address).href], secret, hourly);
  console.log(`${company.name}: the webhook is called ${hourly ? "each hour" : "at once"}.
Its secret, which is not shown again; a secret it had before counts no more:

  ${secret}

Try it: npm run notify -- test ${company.code}${where.remote ? " --remote" : ""}`);
}

/** @param {Where} where @param {string} which @param {string[]} addresses @param {boolean} hourly */
async function setEmail(where, which, addresses, hourly) {
  if (addresses.length === 0) throw misused("Say to which address it is sent.", USAGE);
  const wrong = addresses.filter((address) => !z.email().safeParse(address).success);
  if (wrong.length > 0) throw new Stop(`No address of e-mail: ${wrong.join(", ")}`);
  const company = await companyAt(where, which);
  await set(where, company, "email", [...new Set(addresses)], null, hourly);
  console.log(
    `${company.name}: e-mail is sent ${hourly ? "each hour" : "at once"}, where the platform has EMAIL and EMAIL_FROM (docs/notifications.md).`,
  );
}

/** @param {Where} where @param {string} which */
async function test(where, which) {
  const company = await companyAt(where, which);
  const found = await channels(where, company);
  if (found.length === 0) throw new Stop(`${company.name} is not told of applications yet.`);
  for (const channel of found) {
    console.log(
      channel.kind === "webhook" && channel.secret !== null
        ? await testWebhook(company, channel.address, channel.secret)
        : await testEmail(where, channel),
    );
  }
}

/** Calls a webhook from this machine. @param {Company} company @param {string} address @param {string} secret */
async function testWebhook(company, address, secret) {
  const now = Date.now();
  const body = bodyOf({
    client: company.uuid,
    positions: [],
    at: new Date(now).toISOString(),
    desk: undefined,
  });
  try {
    const id = `msg_${randomUUID()}`;
    const status = await callWebhook({ address, secret, id, now, body, timeoutMs: TIMEOUT_MS });
    const isTaken = status >= 200 && status < 300;
    if (!isTaken) process.exitCode = 1;
    return `${address} answered ${status}${isTaken ? "." : ": only 200 to 299 say that it was taken."}`;
  } catch (error) {
    process.exitCode = 1;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${address} did not answer: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

/** Has the platform send one. @param {Where} where @param {z.infer<typeof Channel>} channel */
async function testEmail(where, { id, address }) {
  const now = literal(new Date().toISOString());
  await rowsOf(
    where,
    `INSERT INTO notifications (id, channel_id, counts, due_at, created_at)
     VALUES (${literal(`msg_${randomUUID()}`)}, ${literal(id)}, '{}', ${now}, ${now})`,
    z.unknown(),
  );
  const said = where.remote
    ? "the platform sends a test within a minute. See what came of it: npm run notify -- list --remote"
    : "a test waits. Send it, and see what came of it: npm run cron, npm run notify -- list";
  return `${address}: ${said}`;
}

/** @param {Where} where */
async function list(where) {
  const found = await channels(where);
  console.log(
    found.length === 0
      ? "No company is told of applications yet. See how: npm run notify -- --help"
      : found.map(describe).join("\n"),
  );
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({ ...WHERE_OPTIONS, hourly: { type: "boolean", default: false } }),
  most: Infinity,
};

const DEEDS = ["list", "webhook", "email", "test", "off"];

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const where = whereOf(values, USAGE);
  const [deed, which, ...rest] = positionals;
  if (deed === undefined) throw misused("Say what is to be done.", USAGE);
  if (!DEEDS.includes(deed)) throw misused(`There is no command "${deed}".`, USAGE);
  const extra = { list: which, test: rest[0], off: rest[0], webhook: rest[1] }[deed];
  if (extra !== undefined) throw misused(`"${extra}" is one word too many.`, USAGE);
  if (deed === "list") return list(where);
  if (which === undefined) throw misused("Say which company.", USAGE);
  if (deed === "webhook") return setWebhook(where, which, rest, values.hourly);
  if (deed === "email") return setEmail(where, which, rest, values.hourly);
  if (deed === "test") return test(where, which);
  const company = await companyAt(where, which);
  await rowsOf(where, forgetting(company), z.unknown());
  console.log(`${company.name} is not told of applications any more.`);
});
