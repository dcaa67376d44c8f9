import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "~/cli/lib/database";
import { updateState } from "~/cli/lib/state";
import { ensureLocalSecrets } from "~/scripts/secrets";
import { startSiteServer, type SiteServer } from "~/scripts/site-server";
import { buildForm, createPdf, post } from "../support/application-form";
import { DESK } from "../support/desk-site";
import { deskClient } from "../support/desk-client";
import { puerta } from "../support/puerta-command";
import { isSigned, startReceiver } from "../support/receiver";

// Runs commands from docs/companies.md against a running site.

let folder: string;
let state: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let server: SiteServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-own-company-"));
  state = join(folder, "state");
  receiver = await startReceiver();
  await ensureLocalSecrets();
  await migrate(state);
  server = await startSiteServer({ embedded: true, persistTo: state, vars: { DESK_HOST: DESK } });
  await updateState(state, { running: { url: server.url, pid: process.pid } });
});
afterAll(async () => {
  await (server as typeof server | undefined)?.stop();
  await receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

async function runCommand(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await puerta([...args, "--persist-to", state]);
  if (code !== 0) throw new Error(`puerta ${args.join(" ")}: ${stderr}`);
  return stdout;
}

const JOB = `---
title: Night baker
location: Leeds
contract_type: Permanent
---
Bread for the town, from ten to six.
`;

test("a new company receives, reads and deletes an application", async () => {
  const output = await runCommand(
    ...["company", "new", "--name", "Crumb & Co", "--slug", "crumb", "--country", "gb"],
    ...["--folder", join(folder, "crumb")],
  );
  const policy = join(folder, "crumb", "privacy.md");
  await writeFile(policy, (await readFile(policy, "utf8")).replace(/\{\{.*?\}\}/g, "Crumb & Co"));
  await runCommand("company", "update", join(folder, "crumb"));
  const careerSite = /\/crumb\/[0-9a-f-]{36}/.exec(output)?.[0] ?? "";
  const file = join(folder, "baker.md");
  await writeFile(file, JOB);
  await runCommand("job", "new", "crumb", "--file", file);
  await writeFile(file, JOB.replace("from ten to six", "from nine to five"));
  await runCommand("job", "edit", "crumb", "night-baker", "--file", file);
  const webhook = await runCommand("notify", "add", "crumb", "--webhook", receiver.url);
  const secret = /whsec_\S+/.exec(webhook)?.[0] ?? "";
  const code = /^ {2}(\S+)$/m.exec(await runCommand("desk", "invite", "crumb"))?.[1] ?? "";

  // The list contains the example job and the new job.
  const list = await (await fetch(server.url + careerSite)).text();
  const positions = [...new Set(list.match(/\/crumb\/[a-z-]+\/[0-9a-f-]{36}/g))];
  expect(positions).toHaveLength(2);
  expect(list).toContain("Night baker");
  const position = positions.find((path) => path.includes("night-baker")) ?? "";

  expect(await (await fetch(server.url + position)).text()).toContain("from nine to five");

  const cv = createPdf(20_000);
  const sent = await post(
    server.url + position,
    buildForm({ phone: "0113 496 0000" }, { bytes: cv, name: "Currículum.pdf" }),
  );
  expect(sent.status).toBe(303);
  await expect.poll(() => receiver.calls.length).toBe(1);
  const [call] = receiver.calls;
  expect(call && isSigned(call, secret)).toBe(true);
  expect(call?.body).toContain('"name":"Night baker","count":1');
  expect(call?.body).not.toMatch(/María|4960000|496 0000|rr.culum/);

  const desk = deskClient({ url: server.url });
  expect((await desk.get("/")).status).toBe(303);
  await desk.signIn(code);
  const uuid = position.split("/").at(-1) ?? "";
  const applications = await desk.get(`/positions/${uuid}`);
  expect(applications.text).toContain("María José");
  const [application = ""] = /\/applications\/[\w-]+/.exec(applications.text) ?? [];
  const read = await desk.get(application);
  expect(read.text).toContain("+441134960000");
  const downloaded = await desk.get(`${application}/cv`);
  expect(downloaded.bytes.equals(cv)).toBe(true);
  expect(downloaded.headers["content-disposition"]).toMatch(/^attachment;/);

  await desk.get(`${application}/delete`);
  expect((await desk.post(`${application}/delete`, { code })).status).toBe(303);
  expect((await desk.get(application)).status).toBe(404);
  expect((await desk.get(`/positions/${uuid}`)).text).not.toContain("María José");

  // When the desk closes a position, the site closes it immediately.
  await desk.get("/");
  await desk.post(`/positions/${uuid}/status`, { status: "closed" });
  expect((await fetch(server.url + position)).status).toBe(410);
}, 300_000);
