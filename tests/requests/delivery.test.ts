import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ANSWERS, fixture, formOf, idOf, pageOf, post, sha256 } from "../support/application-form";
import {
  fakePositions,
  startFakePlatform,
  type Behaviour,
  type FakePlatform,
} from "../support/fake-platform";
import { elementsOf, textOf } from "../support/html";
import { filesWith, receiptTextAt, STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

let platform: FakePlatform;
let site: Site;

const FAST = {
  READ_TIMEOUT_MS: "400",
  APPLY_TIMEOUT_MS: "400",
  RETRY_FIRST_MS: "100",
  RETRY_MOST_MS: "400",
};

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({ platform: platform.url, vars: FAST });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});
beforeEach(() => platform.reset());

const NETWORK = "Error de red. Intenta de nuevo.";

/** A CV with a text in it that is nowhere else. */
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

/** The first attempt meets with this, and each later one with the usual. */
function once(...behaviours: Behaviour[]) {
  const left = [...behaviours];
  platform.on("apply").each(() => left.shift() ?? { does: "usual" });
}

const delivered = (receipt: string | undefined) =>
  expect.poll(() => standingAt(receipt ?? "")).toBe(STANDING.delivered);

describe.each(Object.entries(ways))("sent %s", (_, send) => {
  test("and taken: a receipt, and the contents are deleted, also those of a repeat", async () => {
    const form = formOf({ ...ANSWERS, phone: "612 34 56 99" }, cv);
    const { receipt } = await send(form);
    expect(await standingAt(receipt ?? "")).toBe(STANDING.delivered);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
    expect((await send(form)).receipt).toBe(receipt);
    for (const text of [cv.marker, "34612345699", "Por las bicicletas"]) {
      expect(await filesWith(site.state, text)).toEqual([]);
    }
  });

  test("and applied to before: so it is said, and the contents are deleted", async () => {
    once(answer(409, { detail: "Again?" }));
    const { status, receipt } = await send(formOf({ ...ANSWERS, phone: "612 34 56 98" }, cv));
    expect(status).toBe(409);
    expect(receipt).toBeUndefined();
    expect(await filesWith(site.state, "34612345698")).toEqual([]);
    expect(await filesWith(site.state, cv.marker)).toEqual([]);
  });

  test.each([
    [
      "says why",
      answer(400, { detail: "Ese teléfono ya no existe." }),
      "Ese teléfono ya no existe.",
    ],
    ["says why in a list", answer(422, { detail: [{ loc: "phone" }] }), '[{"loc":"phone"}]'],
    ["says why in a message", answer(400, { message: "Prueba otra vez." }), "Prueba otra vez."],
    ["says why with a 500", answer(500, { detail: "Sin sitio." }), "Sin sitio."],
    ["says nothing", answer(400), NETWORK],
    ["says that it is gone", answer(410, { detail: "Cerrada." }), "Cerrada."],
  ])("and refused: the platform %s, and the CV is held", async (_, behaviour, words) => {
    once(behaviour);
    const form = formOf(ANSWERS, cv);
    const { status, says } = await send(form);
    expect(status).toBe(422);
    expect(says).toContain(words);

    const again = await send(formOf({ ...ANSWERS, application_id: idOf(form) }));
    expect(await standingAt(again.receipt ?? "")).toBe(STANDING.delivered);
    expect(platform.applications).toHaveLength(1);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
  });

  test.each([
    ["answers nothing", { does: "drop" }],
    ["does not answer in time", { does: "stall" }],
    ["takes it, and its answer is lost", { does: "lose-answer" }],
    ["is too busy", answer(429, { detail: "Slow down." })],
    ["fails", answer(500)],
    ["is behind a gateway that fails", answer(502, "<h1>Bad gateway</h1>")],
    ["is closed for an hour", answer(503)],
    ["does not know our key", answer(401, { detail: "Bad key" })],
    ["knows no such address", answer(404, { detail: "No such page" })],
    ["takes no POST", answer(405)],
    ["has moved", { does: "answer", answer: { status: 302, headers: { Location: "/login" } } }],
  ] satisfies [string, Behaviour][])(
    "while the platform %s: a receipt, and it arrives later, once",
    async (_, behaviour) => {
      once(behaviour);
      const form = formOf(ANSWERS, cv);
      const { receipt } = await send(form);
      expect([STANDING.onItsWay, STANDING.delivered]).toContain(await standingAt(receipt ?? ""));
      await delivered(receipt);
      expect(platform.applications).toHaveLength(1);
      expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
      const keys = platform.attempts().map(({ key }) => key);
      expect(keys).toEqual([idOf(form), idOf(form)]);
      expect(await filesWith(site.state, cv.marker)).toEqual([]);
    },
  );
});

describe("a receipt of what is on its way", () => {
  test("is what every repeat is answered, and nothing more is sent", async () => {
    platform.on("apply").answer({ status: 503 });
    const form = formOf(ANSWERS, cv);
    const first = await ways.plain(form);
    const attempts = platform.attempts().length;
    for (const send of Object.values(ways)) expect((await send(form)).receipt).toBe(first.receipt);
    expect(platform.attempts().length).toBeLessThanOrEqual(attempts + 3);
    expect(new Set(platform.attempts().map(({ key }) => key)).size).toBe(1);
    platform.on("apply").reset();
    await delivered(first.receipt);
    expect(platform.applications).toHaveLength(1);
  });

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
  test("reads the position again, for the token that it has now", async () => {
    once({ does: "drop" });
    const { receipt } = await ways.plain(formOf(), site.url, "csrf");
    platform.position(fakePositions.csrf, { csrf_token: "another-token" });
    await delivered(receipt);
    const [, second] = platform.attempts();
    expect(second?.csrfToken).toBe("another-token");
    expect(second?.fields.csrf_access_token).toBe("another-token");
  });

  test("waits for as long as the platform asks", async () => {
    once({ does: "answer", answer: { status: 503, headers: { "Retry-After": "1" } } });
    const { receipt } = await ways.plain(formOf(), site.url, "plain");
    await delivered(receipt);
    const [first, second] = platform.attempts();
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test("that is a repeat to the platform, after a lost answer, has been delivered", async () => {
    once({ does: "lose-answer" }, answer(409));
    const { receipt } = await ways.plain(formOf(ANSWERS, cv));
    await delivered(receipt);
    expect(platform.attempts()).toHaveLength(2);
  });

  test("that finds an earlier application says so", async () => {
    once(answer(429), answer(409));
    const { receipt } = await ways.plain(formOf(ANSWERS, cv));
    await expect.poll(() => standingAt(receipt ?? "")).toBe(STANDING.alreadyApplied);
    expect(await filesWith(site.state, cv.marker)).toEqual([]);
  });

  test("that is refused is made once more with an empty token, then given up, loudly", async () => {
    once(
      { does: "drop" },
      answer(400, { detail: "No, Ana." }),
      answer(400, { detail: "No, Ana." }),
    );
    const form = formOf({ ...ANSWERS, recaptcha_token: "a-token" }, cv);
    const { receipt } = await ways.plain(form);
    await expect.poll(() => standingAt(receipt ?? "")).toBe(STANDING.undelivered);
    const tokens = platform.attempts().map(({ fields }) => fields.recaptcha_token);
    expect(tokens.slice(1)).toEqual(["a-token", ""]);
    const text = await receiptTextAt(receipt ?? "");
    const number = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0] ?? "none";
    expect(text).toContain("vuelve a inscribirte");
    await expect.poll(() => site.log.join("\n")).toContain(number);
    const log = site.log.join("\n");
    expect(log).toContain("could not be delivered (refused) after 3 attempts");
    expect(log).not.toMatch(/No, Ana|María José|O'Neill|34612345678/);
    expect(await filesWith(site.state, cv.marker)).not.toEqual([]);

    // The candidate sends it once more.
    expect((await ways.plain(form)).receipt).toBe(receipt);
    await delivered(receipt);
  });
});

test("on 403 the position is read afresh once, and the application goes with the new token", async () => {
  once(answer(403, { detail: "CSRF" }));
  const { receipt } = await ways.plain(formOf(), site.url, "csrf");
  expect(await standingAt(receipt ?? "")).toBe(STANDING.delivered);
  expect(platform.attempts()).toHaveLength(2);
});

test("a 403 that stays is our own fault, and the application waits", async () => {
  platform.on("apply").answer({ status: 403 });
  const { receipt } = await ways.plain(formOf(), site.url, "csrf");
  expect(await standingAt(receipt ?? "")).toBe(STANDING.onItsWay);
  platform.on("apply").reset();
  await delivered(receipt);
});

describe("with limits of its own", () => {
  let hasty: Site;
  beforeAll(async () => {
    const vars = { DELIVER_FOR_MS: "600", KEEP_FAILED_MS: "600", BOT_TOKEN_MS: "1" };
    hasty = await startSite({ platform: platform.url, vars: { ...FAST, ...vars } });
  });
  afterAll(() => hasty.stop());

  test("a bot check's token that has grown old is sent empty", async () => {
    once({ does: "drop" });
    const form = formOf({ ...ANSWERS, recaptcha_token: "a-token" }, cv);
    const { receipt } = await ways.plain(form, hasty.url);
    await delivered(receipt);
    const tokens = platform.attempts().map(({ fields }) => fields.recaptcha_token);
    expect(tokens.at(-1)).toBe("");
  });

  test("what cannot be delivered in its time is given up, kept, and then deleted", async () => {
    platform.on("apply").answer({ status: 503 });
    const { receipt } = await ways.plain(formOf(ANSWERS, cv), hasty.url);
    await expect.poll(() => standingAt(receipt ?? "")).toBe(STANDING.undelivered);
    expect(platform.attempts().length).toBeGreaterThan(2);
    await expect.poll(() => filesWith(hasty.state, cv.marker)).toEqual([]);
    expect(await standingAt(receipt ?? "")).toBe(STANDING.undelivered);
  });
});

describe("where nothing is to be delivered later", () => {
  let strict: Site;
  beforeAll(async () => {
    strict = await startSite({ platform: platform.url, vars: { ...FAST, DELIVER_LATER: "off" } });
  });
  afterAll(() => strict.stop());

  test.each(Object.entries(ways))("the candidate is told at once, sent %s", async (_, send) => {
    once(answer(500));
    const form = formOf(ANSWERS, cv);
    const { status, says, receipt } = await send(form, strict.url);
    expect([status, says.includes(NETWORK), receipt]).toEqual([503, true, undefined]);
    const again = await send(formOf({ ...ANSWERS, application_id: idOf(form) }), strict.url);
    expect(await standingAt(again.receipt ?? "")).toBe(STANDING.delivered);
    expect(platform.attempts()).toHaveLength(2);
    expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv.bytes));
  });
});

describe("where an attempt that may have arrived is not to be repeated", () => {
  let careful: Site;
  beforeAll(async () => {
    careful = await startSite({
      platform: platform.url,
      vars: { ...FAST, RETRY_AMBIGUOUS: "off" },
    });
  });
  afterAll(() => careful.stop());

  test("it is left to an operator, and what was turned away is repeated", async () => {
    once({ does: "lose-answer" });
    const { receipt } = await ways.plain(formOf(ANSWERS, cv), careful.url);
    expect(await standingAt(receipt ?? "")).toBe(STANDING.undelivered);
    expect(await filesWith(careful.state, cv.marker)).not.toEqual([]);

    once(answer(429));
    const other = await ways.plain(formOf(ANSWERS, cv), careful.url);
    await delivered(other.receipt);
    expect(platform.attempts()).toHaveLength(3);
  });
});
