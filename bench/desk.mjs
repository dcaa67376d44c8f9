// Compares the desk's list of 300 jobs, its inbox of 5,000 applications, their searches and the editor, with a desk
// response that reads nothing.
import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { deskClient } from "../tests/support/desk-client";
import { startDeskSite } from "../tests/support/desk-site";
import { median } from "./measure.mjs";

const [JOBS, APPLICATIONS, ROUNDS] = [300, 5000, 60];

const site = await startDeskSite();
try {
  const { company, position } = site.findPosition("administracion-pedidos");
  const ids = Array.from({ length: JOBS }, () => randomUUID());
  await site.db
    .prepare(
      `INSERT INTO positions (uuid, client_uuid, slug, name, location, published_at, facts, country)
       SELECT value, ?1, 'job-' || key, 'Job ' || key, 'Place ' || (key % 20), '2026-11-01',
         '{"closes_at":"2099-01-01"}', 'ES' FROM json_each(?2)`,
    )
    .bind(company.uuid, JSON.stringify(ids))
    .run();
  const applications = Array.from({ length: APPLICATIONS }, (_, index) => ({
    id: randomUUID(),
    position: ids[index % JOBS],
    mark: index % 3 === 0 ? "new" : "seen",
    name: `Núñez ${index}`,
    phone: `+346${String(index).padStart(8, "0")}`,
    // As long as the answers in a real form.
    fields: JSON.stringify([{ id: "why", label: "Why?", value: "Because. ".repeat(300) }]),
  }));
  const insert = site.db.prepare(
    `INSERT INTO applications (id, position_uuid, first_name, last_name, phone, fields, created_at, mark)
     SELECT value ->> 'id', value ->> 'position', 'Ana', value ->> 'name', value ->> 'phone', value ->> 'fields',
       '2026-11-20T10:00:00.000Z', value ->> 'mark' FROM json_each(?)`,
  );
  for (let from = 0; from < APPLICATIONS; from += 250) {
    await insert.bind(JSON.stringify(applications.slice(from, from + 250))).run();
  }
  const client = deskClient(site);
  await client.signIn(await site.createCode(company.uuid));
  /** The first search writes the missing search texts. */
  const search = async (/** @type {string} */ text) => {
    const startedAt = performance.now();
    const { headers } = await client.post("/applications/search", { search: text });
    await client.get(String(headers.location));
    return { at: String(headers.location), ms: performance.now() - startedAt };
  };
  const { ms: firstMs } = await search("ana");
  const middle = String(
    await site.db
      .prepare("SELECT number FROM applications ORDER BY number LIMIT 1 OFFSET 2500")
      .first("number"),
  );
  const paths = {
    "an answer that reads nothing": "/robots.txt",
    "300 jobs, first page": "/",
    "300 jobs, last page": "/?page=7",
    "300 jobs, search": "/?q=job+29&show=open",
    "a page that reads little": "/sessions",
    "5,000 applications, first page": "/applications",
    "5,000 applications, a page in the middle": `/applications?after=${middle}`,
    "5,000 applications by name, in the middle": `/applications?sort=name&after=${middle}`,
    "5,000 applications, new ones": "/applications?show=new",
    "5,000 applications, search for a name": (await search("nunez 4321")).at,
    "5,000 applications, search for a number": (await search("+34 600 001 234")).at,
    "5,000 applications, search for nothing": (await search("zzzz")).at,
    "a job's editor": `/positions/${position.uuid}/edit`,
  };
  /** @type {Map<string, number[]>} */
  const times = new Map(Object.keys(paths).map((name) => [name, []]));
  for (let round = -5; round < ROUNDS; round += 1) {
    for (const [name, path] of Object.entries(paths)) {
      const startedAt = performance.now();
      const { status } = await client.get(path);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      if (round >= 0) times.get(name)?.push(performance.now() - startedAt);
    }
  }
  const [constant = 1] = [...times.values()].map(median);
  console.log(
    `The first search, which writes ${APPLICATIONS} search texts: ${firstMs.toFixed(0)} ms`,
  );
  console.log("| | ms | ratio |\n| --- | --- | --- |");
  for (const [name, list] of times) {
    const ms = median(list);
    console.log(`| ${name} | ${ms.toFixed(1)} | ${(ms / constant).toFixed(1)} |`);
  }
} finally {
  await site.stop();
}
