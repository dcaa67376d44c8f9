import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { buildForm, applicationId, post } from "../support/application-form";
import { fakeClientUuid } from "../support/fake-platform";
import { findElements } from "../support/html";
import { startSites } from "../support/sites-for-file";
import { getPage, newPosition, purge, PURGE_SECRET } from "../support/cached-pages";

const vars = { PAGE_CACHE: "on", PURGE_SECRET };
const { platform, fresh } = await startSites({ fresh: { vars } });

const countReads = (call: "position" | "client" | "positions") => platform.requestsTo(call).length;

test("a career site reads the client and the positions in parallel [7.08]", async () => {
  // The site requests the list before it has read the client.
  platform.on("client").stall();
  const visit = new AbortController();
  const waiting = fetch(`${fresh.url}/any-name/${randomUUID()}`, visit).catch(() => undefined);
  await expect.poll(() => countReads("client")).toBe(1);
  await expect.poll(() => countReads("positions")).toBe(1);
  visit.abort();
  await waiting;

  platform.reset();
  const [uuid, job] = [randomUUID(), randomUUID()];
  const name = "Taller & Hijos";
  platform.on("client").answer({ body: { uuid, name, code: "taller-hijos" } });
  platform.on("positions").answer({ body: [{ uuid: job, name: "Jefa de taller" }] });
  const html = await (await fetch(`${fresh.url}/any-name/${uuid}`)).text();
  expect(html).toContain("Taller &amp; Hijos");
  const links = findElements(html, "a").map(({ attributes }) => attributes.href);
  expect(links).toContain(`/taller-hijos/jefa-de-taller/${job}`);
  for (const [call, path] of [
    ["client", `/account/clients/${uuid}/public`],
    ["positions", `/hiring/${uuid}/positions-public`],
  ] as const) {
    const requests = platform.requestsTo(call).filter((request) => request.path.endsWith(path));
    expect(requests).toHaveLength(1);
  }
});

test("redirects a career site's URL with the company's code to the URL with its uuid", async () => {
  const uuid = randomUUID();
  const code = `taller-${uuid.slice(0, 8)}`;
  platform.on("client").answer({ body: { uuid, name: "Taller", code } });
  for (const rest of ["?q=a&lang=en", "/privacy", "/feed.json", "/jobs.xml", "/sitemap.xml"]) {
    const response = await fetch(`${fresh.url}/x/${code.toUpperCase()}${rest}`, {
      redirect: "manual",
    });
    expect([response.status, response.headers.get("Location")]).toEqual([302, `/x/${uuid}${rest}`]);
  }
  platform.on("positions").answer({ body: [] });
  const followed = await fetch(`${fresh.url}/x/${code}`);
  expect([followed.status, new URL(followed.url).pathname]).toEqual([200, `/x/${uuid}`]);
  const lists = platform.requestsTo("positions").map(({ path }) => path);
  expect(lists).toEqual([expect.stringContaining(`/hiring/${uuid}/positions-public`)]);
});

test("browsers may store every kind of page, but must revalidate it", async () => {
  const { page, client } = newPosition(platform);
  const sent = await post(fresh.url + page, buildForm());
  const receipt = sent.headers.get("Location") ?? "";
  const pages: [string, number][] = [
    ...[page, `/${client}/${client}`, `${page}/privacy`].map((path): [string, number] => [
      path,
      200,
    ]),
    [`/${client}/${client}/privacy`, 200],
    [`/${client}/${client}?q=a`, 200],
    [receipt, 200],
    [`${page}?receipt=${"0".repeat(64)}`, 404],
    [`/${client}/a/missing`, 404],
    ["/404", 404],
  ];
  // In the second round, cacheable pages are served from the cache.
  for (const [path, status] of [...pages, ...pages]) {
    const { headers, ...answer } = await getPage(fresh.url + path);
    expect([path, answer.status, headers.get("Cache-Control")]).toEqual([
      path,
      status,
      "private, no-cache",
    ]);
  }
  const wrong = await post(fresh.url + page, buildForm({ phone: "1" }));
  expect([wrong.status, wrong.headers.get("Cache-Control")]).toEqual([422, "private, no-cache"]);
});

describe("the fresh read of a form's position", () => {
  type Position = ReturnType<typeof newPosition>;
  const formPaths = {
    plain: ({ page }: Position) => page,
    scripts: ({ uuid }: Position, form: FormData) =>
      `/-/applications/${applicationId(form)}?position=${uuid}`,
  };
  const question = { question: "Do you have a licence?", answers: ["Yes", "No"] };
  const changes: [string, apply: (position: Position) => void, status: number][] = [
    [
      "has a new question",
      ({ uuid }) => platform.position(uuid, { apply_site_questions: [question] }),
      422,
    ],
    ["requires a CV", ({ client }) => platform.client({ is_cv_required: true }, client), 422],
    ["is closed", ({ uuid }) => platform.position(uuid, { status: "closed" }), 410],
    ["is gone", () => platform.on("position").answer({ status: 410 }), 410],
  ];

  describe.each(["plain", "scripts"] as const)("for a form (%s)", (way) => {
    test.each(changes)(
      "leads to a refusal if the position %s [5.23]",
      async (_, change, status) => {
        const position = newPosition(platform);
        await getPage(fresh.url + position.page);
        change(position);
        const form = buildForm();
        expect((await post(fresh.url + formPaths[way](position, form), form)).status).toBe(status);
        expect(platform.applications).toEqual([]);
      },
    );

    test("returns the CSRF token that is sent [5.23]", async () => {
      const position = newPosition(platform, { csrf_token: "the-first-token" });
      await getPage(fresh.url + position.page);
      platform.position(position.uuid, { csrf_token: "the-second-token" });
      const form = buildForm({ csrf_access_token: "the-first-token" });
      await post(fresh.url + formPaths[way](position, form), form);
      expect(platform.attempts().map(({ csrfToken }) => csrfToken)).toEqual(["the-second-token"]);
    });
  });

  test("starts before the form's body is complete", async () => {
    const { page } = newPosition(platform);
    await getPage(fresh.url + page);
    const encoded = new Request(fresh.url, { method: "POST", body: buildForm() });
    const type = encoded.headers.get("Content-Type") ?? "";
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    // Node requires `duplex`, which the Workers' types lack.
    const init = {
      method: "POST",
      headers: { "Content-Type": type },
      body: readable,
      duplex: "half",
    };
    const sent = fetch(fresh.url + page, { ...init, redirect: "manual" });
    await writer.write(bytes.subarray(0, 20));
    await expect.poll(() => countReads("position")).toBe(2);
    await writer.write(bytes.subarray(20));
    await writer.close();
    expect((await sent).status).toBe(303);
  });
});

describe("a purge", () => {
  test.each([
    ["with a wrong secret", { client: fakeClientUuid }, "wrong", 401],
    ["without an id", {}, PURGE_SECRET, 400],
    ["with an invalid id", { client: "a b" }, PURGE_SECRET, 400],
    ["for an unknown position", { position: "unknown-position" }, PURGE_SECRET, 404],
  ])("is refused %s", async (_, body, secret, status) => {
    expect((await purge(fresh, body, secret)).status).toBe(status);
  });
});
