import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openForm, sendForm } from "~/bench/applicant.mjs";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { countRoundTrips, ROUND_TRIPS_MODULE } from "../support/round-trips";
import { countObjects } from "../support/stored-objects";

// Counts how often a request waits for a distant database, bucket, object or platform. For the definition of a round
// trip, see `tests/support/counting-round-trips.mjs`.

/** A position with a file field. */
const DESIGNER = "disenadora-de-producto";
const PHONE = "+34600999999";
const ANSWERS = [
  { id: "email", value: "ana@example.org" },
  { id: "cover_letter", value: "Hola." },
  { id: "incorporacion", value: "2027-01-11" },
  { id: "salario", value: "29500.5" },
  { id: "jornada", value: "completa" },
  { id: "programas", value: ["rhino"] },
  { id: "equipo", value: { given: true, text: "Acepto que el equipo de diseño vea mi porfolio." } },
];

describe("the platform and the desk", () => {
  let site: DeskSite;
  let ana: ReturnType<typeof deskClient>;

  beforeAll(async () => {
    // Confirmations are queued, so an email address adds no round trips.
    site = await startDeskSite({
      around: { platform: ROUND_TRIPS_MODULE },
      platformVars: { EMAIL_URL: "catcher:" },
    });
    ana = deskClient(site);
    await ana.signIn(await site.createCode(site.findPosition(DESIGNER).company.uuid, "Ana"));
  });
  afterAll(() => site.stop());

  /** Applies with a CV and another file. */
  const apply = (phone: string) =>
    site.apply(
      DESIGNER,
      { phone, fields: JSON.stringify(ANSWERS) },
      { "file:porfolio": new File(["a portfolio"], "porfolio.pdf", { type: "application/pdf" }) },
    );

  const position = () => site.findPosition(DESIGNER).position.uuid;

  /** Makes the next request of the session update the session's time. */
  const moveSessionBack = () =>
    site.db.exec("UPDATE desk_sessions SET seen_at = seen_at - 120000").then(() => undefined);

  const expectStatus = async (response: Promise<{ status: number }>, status: number) =>
    expect((await response).status).toBe(status);

  test.each<[what: string, most: number, send: () => Promise<unknown>]>([
    ["an application with a CV and a file", 2, () => apply(PHONE)],
    ["a second application of a candidate", 2, () => expect(apply(PHONE)).rejects.toThrow("409")],
    ["the desk's list of jobs", 2, () => expectStatus(ana.get("/"), 200)],
    [
      "the desk's list of applications",
      2,
      () => expectStatus(ana.get(`/positions/${position()}`), 200),
    ],
    ["the desk's page about emails", 2, () => expectStatus(ana.get("/emails"), 200)],
    [
      "closing a job at the desk",
      2,
      () => expectStatus(ana.post(`/positions/${position()}/status`, { status: "closed" }), 303),
    ],
    ["the desk without a session", 1, () => expectStatus(deskClient(site).get("/"), 303)],
  ])("%s needs at most %d round trips to the database and the bucket", async (_, most, send) => {
    await moveSessionBack();
    const trips = await countRoundTrips((path) => site.askPlatform(path, {}), send);
    expect(trips.length, JSON.stringify(trips, undefined, 1)).toBeLessThanOrEqual(most);
  });
});

describe("the site", () => {
  const CV_BYTES = 20_000;
  let site: DeskSite;
  let receipt: string;

  beforeAll(async () => {
    // A page that was read more than a millisecond ago is stale, so it is also rendered again.
    site = await startDeskSite({
      around: { site: ROUND_TRIPS_MODULE },
      hasStore: true,
      vars: { PAGE_FRESH_MS: "1" },
    });
    const careerSite = page("careerSite");
    for (const path of [
      careerSite,
      `${careerSite}/privacy`,
      `${careerSite}/feed.json`,
      page("position"),
    ]) {
      await visit(path);
    }
    receipt = await apply();
    // Wait for the copies of the position, the list, and the company by its uuid and code.
    await vi.waitUntil(() => countObjects(site.state, "DurableCopy").stored >= 4);
  });
  afterAll(() => site.stop());

  /** Pages of a company that was shown, and of a company that was not. */
  function page(what: "careerSite" | "position" | "other" | "newCareerSite" | "newPosition") {
    const [shown, notShown] = site.companies;
    if (!shown || !notShown) throw new Error("There are fewer than two examples");
    const careerSitePath = ({ code, uuid }: typeof shown) => `/${code}/${uuid}`;
    const positionPath = (company: typeof shown, index: number) => {
      const position = company.positions[index];
      return `/${company.code}/${position?.slug}/${position?.uuid}`;
    };
    return {
      careerSite: careerSitePath(shown),
      position: positionPath(shown, 0),
      other: positionPath(shown, 1),
      newCareerSite: careerSitePath(notShown),
      newPosition: positionPath(notShown, 0),
    }[what];
  }

  const apply = async () => sendForm(await openForm(site.url + page("position"), CV_BYTES));

  const visit = async (path: string) => {
    const response = await fetch(new URL(path, site.url));
    expect(response.status, path).toBe(200);
    await response.text();
  };

  const count = async (send: () => Promise<unknown>) => {
    const trips = await countRoundTrips((path) => fetch(site.url + path), send);
    const isFar = (calls: string[]) => calls.some((call) => call.startsWith("PLATFORM."));
    return {
      platform: trips.filter(isFar).length,
      objects: trips.filter((calls) => !isFar(calls)).length,
      trips,
    };
  };

  interface Row {
    /** The round trips to the platform and to objects. */
    most: [platform: number, objects: number];
    send: () => Promise<unknown>;
    /** Whether to restart the Worker with an empty cache before the request. */
    isNew?: boolean;
  }

  const rows: Record<string, Row> = {
    "a page that was shown here": { most: [0, 0], send: () => visit(page("position")) },
    "a stale page whose last purge is not known here": {
      isNew: true,
      most: [0, 0],
      // The second visit is counted.
      send: async () => {
        await visit(page("position"));
        await visit(page("position"));
      },
    },
    "a career site that was never shown anywhere": {
      most: [1, 1],
      send: () => visit(page("newCareerSite")),
    },
    "a position that was never shown anywhere, of a company that was shown here": {
      most: [1, 1],
      send: () => visit(page("newPosition")),
    },
    "a career site in a data centre that never showed it": {
      isNew: true,
      most: [0, 1],
      send: () => visit(page("careerSite")),
    },
    "a position in a data centre that never showed it": {
      isNew: true,
      most: [0, 1],
      send: () => visit(page("position")),
    },
    "a position that was never shown anywhere, whose URL names a known company": {
      isNew: true,
      most: [1, 2],
      send: () => visit(page("other")),
    },
    "a receipt": { isNew: true, most: [0, 1], send: () => visit(receipt) },
    "a form with a CV, up to its receipt": { most: [1, 3], send: apply },
  };
  test.each(Object.entries(rows))("%s", async (_, { most, send, isNew = false }) => {
    if (isNew) await site.restart();
    const { platform, objects, trips } = await count(send);
    expect([platform, objects], JSON.stringify(trips, undefined, 1)).toEqual(most);
  });
});
