import { afterAll, beforeAll, expect, test } from "vitest";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { countRoundTrips, ROUND_TRIPS_MODULE } from "../support/round-trips";

// What a request costs if the Worker is far from its data. `tests/support/counting-round-trips.mjs` defines a round trip.

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

let site: DeskSite;
let ana: ReturnType<typeof deskClient>;

beforeAll(async () => {
  site = await startDeskSite({ around: { platform: ROUND_TRIPS_MODULE } });
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
