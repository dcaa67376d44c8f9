import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, fixture, formOf, idOf, pageOf, post, sha256 } from "../support/application-form";
import { fakePositions, type Behaviour } from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { receiptTextAt, STANDING, standingAt } from "../support/receipts";
import { sitesForFile } from "../support/sites-for-file";

const FAST = { RETRY_FIRST_MS: "100", RETRY_MOST_MS: "400" };

const hurried = { ...FAST, APPLY_TIMEOUT_MS: "400" };
const { platform, site, hasty } = await sitesForFile({
  site: { vars: FAST },
  hasty: { vars: hurried },
});

/** A CV with a text that occurs nowhere else. */
function newCv() {
  const marker = `marker-${randomUUID()}`;
  const bytes = Buffer.concat([fixture("accepted/cv.pdf"), Buffer.from(marker)]);
  return { bytes, name: "cv.pdf", marker };
}

let cv = newCv();
beforeEach(() => {
  cv = newCv();
});

/** The two ways to the same function; each answers with the address of the receipt, if there is one. */
const ways = {
  async plain(form: FormData, url = site.url, position: keyof typeof fakePositions = "questions") {
    const response = await post(url + pageOf(position), form);
    const location = response.headers.get("Location");
    return {
      status: response.status,
      says: textOf(await response.text(), "error-summary"),
      receipt: location === null ? undefined : url + location,
    };
  },
  async "with scripts"(
    form: FormData,
    url = site.url,
    position: keyof typeof fakePositions = "questions",
  ) {
    const address = `${url}/-/applications/${idOf(form)}?position=${fakePositions[position]}`;
    const response = await post(address, form);
    const answer = await response.json<{ message?: string; receipt?: { id: string } }>();
    return {
      status: response.status,
      says: answer.message ?? "",
      receipt: answer.receipt && `${url}${pageOf(position)}?receipt=${answer.receipt.id}`,
    };
  },
};

const answer = (status: number, body: unknown = {}): Behaviour => ({
  does: "answer",
  answer: { status, body },
});

/** The platform does this at the first attempt, and the usual at each later one. */
function once(...behaviours: Behaviour[]) {
  const left = [...behaviours];
  platform.on("apply").each(() => left.shift() ?? { does: "usual" });
}

const delivered = (receipt: string | undefined) =>
  expect.poll(() => standingAt(receipt ?? "")).toBe(STANDING.delivered);

describe.each(Object.entries(ways))("sent %s", (_, send) => {
  test("and taken: a receipt, also for a repeat", async () => {
    const form = formOf({ ...ANSWERS, phone: "612 34 56 99" }, cv);
    const { receipt } = await send(form);
    expect(await standingAt(receipt ?? "")).toBe(STANDING.delivered);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
    expect((await send(form)).receipt).toBe(receipt);
  });

  test("and applied to before: so it is said", async () => {
    once(answer(409, { detail: "Again?" }));
    const { status, receipt } = await send(formOf({ ...ANSWERS, phone: "612 34 56 98" }, cv));
    expect(status).toBe(409);
    expect(receipt).toBeUndefined();
  });

  test("and refused: the platform says why, and the CV is held", async () => {
    once(answer(400, { detail: "Ese teléfono ya no existe." }));
    const form = formOf(ANSWERS, cv);
    const { status, says } = await send(form);
    expect(status).toBe(422);
    expect(says).toContain("Ese teléfono ya no existe.");

    const again = await send(formOf({ ...ANSWERS, application_id: idOf(form) }));
    expect(await standingAt(again.receipt ?? "")).toBe(STANDING.delivered);
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
  });

  test.each([
    ["answers nothing", { does: "drop" }],
    ["does not answer in time", { does: "stall" }],
    ["takes it, and its answer is lost", { does: "lose-answer" }],
    ["has moved", { does: "answer", answer: { status: 302, headers: { Location: "/login" } } }],
  ] satisfies [string, Behaviour][])(
    "while the platform %s: a receipt, and it arrives later, once",
    async (_, behaviour) => {
      const { url } = behaviour.does === "stall" ? hasty : site;
      once(behaviour);
      const form = formOf(ANSWERS, cv);
      const { receipt } = await send(form, url);
      expect([STANDING.onItsWay, STANDING.delivered]).toContain(await standingAt(receipt ?? ""));
      await delivered(receipt);
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
      const keys = platform.attempts().map(({ key }) => key);
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys)).toEqual(new Set([idOf(form)]));
    },
  );
});

describe("a receipt of what is on its way", () => {
  test("can be looked at while the platform cannot even say what the position is", async () => {
    platform.on("apply").drop();
    const { receipt } = await ways.plain(formOf(ANSWERS, cv));
    platform.on("position").drop();
    platform.on("client").drop();
    const response = await fetch(receipt ?? "");
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(textOf(page, "receipt")).toContain("Taller Norte");
    expect(elementsOf(page, "h1")[0]?.text).toBe("Jefe de taller");
    // The next test must not meet what is still on its way.
    platform.reset();
    await delivered(receipt);
  });
});

describe("a form that comes while the position cannot be read", () => {
  test.each(Object.entries(ways))("is checked and kept, sent %s", async (_, send) => {
    await fetch(site.url + pageOf("questions"));
    for (const call of ["position", "client", "apply"] as const) platform.on(call).drop();
    const wrong = await send(formOf({ ...ANSWERS, phone: "1" }, cv));
    expect(wrong.status).toBe(422);
    const { receipt } = await send(formOf(ANSWERS, cv));
    expect(await standingAt(receipt ?? "")).toBe(STANDING.onItsWay);
    for (const call of ["position", "client", "apply"] as const) platform.on(call).reset();
    await delivered(receipt);
    expect(platform.applications).toHaveLength(1);
  });

  test("but not when it is known to be closed", async () => {
    platform.position(fakePositions.plain, { status: "closed" });
    expect((await ways.plain(formOf(), site.url, "plain")).status).toBe(410);
  });
});

describe("a later attempt", () => {
  test("that finds an earlier application says so", async () => {
    once(answer(429), answer(409));
    const { receipt } = await ways.plain(formOf(ANSWERS, cv));
    await expect.poll(() => standingAt(receipt ?? "")).toBe(STANDING.alreadyApplied);
    const said = await receiptTextAt(receipt ?? "");
    expect(said).toContain("Esta candidatura no se ha enviado");
    expect(said).not.toContain("Qué se ha enviado");
  });
});
