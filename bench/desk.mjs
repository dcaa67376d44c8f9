// Compares the desk's list of 300 jobs with 5,000 applications, its search and its editor, with an answer of the desk
// that reads nothing.
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
  }));
  await site.db
    .prepare(
      `INSERT INTO applications (id, position_uuid, first_name, last_name, created_at, mark)
       SELECT value ->> 'id', value ->> 'position', 'Ana', 'Núñez', '2026-11-20T10:00:00.000Z', value ->> 'mark'
       FROM json_each(?)`,
    )
    .bind(JSON.stringify(applications))
    .run();
  const client = deskClient(site);
  await client.signIn(await site.createCode(company.uuid));
  const paths = {
    "an answer that reads nothing": "/robots.txt",
    "300 jobs, first page": "/",
    "300 jobs, last page": "/?page=7",
    "300 jobs, search": "/?q=job+29&show=open",
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
  console.log("| | ms | ratio |\n| --- | --- | --- |");
  for (const [name, list] of times) {
    const ms = median(list);
    console.log(`| ${name} | ${ms.toFixed(1)} | ${(ms / constant).toFixed(1)} |`);
  }
} finally {
  await site.stop();
}
