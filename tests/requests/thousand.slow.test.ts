import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formOf, pageOf, pdfOf, post } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { minuteNow, withinOneMinute } from "../support/minute";
import { startSite, TEST_API_KEY, type Site } from "../support/site";
import { objectsOf } from "../support/stored-objects";

/*
 * What a thousand requests of a stranger make, of each kind: docs/security.md has the table.
 */

/** What one network may do here in a minute: a tenth of what `wrangler.toml` lets it do. */
const FORMS = 24;
const FILES = 24;
const READS = 60;
const MISSES = 6;

/** So many requests are under way at a time; so many may pass before their misses have been counted. */
const AT_A_TIME = 10;

let platform: FakePlatform;
let site: Site;
let networks = 0;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({
    platform: platform.url,
    ...(process.env.SITE_ROOT && { root: process.env.SITE_ROOT }),
    limits: {
      APPLICATION_LIMIT: FORMS,
      FILE_LIMIT: FILES,
      READ_LIMIT: READS,
      MISS_LIMIT: MISSES,
    },
    vars: {
      RATE_LIMITS: "on",
      PAGE_CACHE: "on",
      OPERATOR_SECRET: "a secret for operators that nobody is to see",
      PURGE_SECRET: "a secret for purges that nobody is to see",
    },
  });
  // What everybody reads has been read before: the platform is asked for it once a minute.
  await fetch(`${site.url}${careerSite}`);
  await fetch(site.url + pageOf("plain"));
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});
beforeEach(() => platform.reset());

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

interface Made {
  /** How many answers had each status. */
  statuses: Record<number, number>;
  /** Calls of the platform. */
  calls: number;
  /** New objects of applications: those that were asked anything, and those that stored something. */
  applications: { asked: number; stored: number };
  /** New copies of positions, likewise. */
  copies: { asked: number; stored: number };
}

type Ask = (headers: Record<string, string>, count: number) => Promise<Response>;

/** What a thousand requests of one network make in a minute of the counters. */
async function madeByThousand(ask: Ask): Promise<Made> {
  let made: Made | undefined;
  await withinOneMinute(async () => {
    const headers = { "CF-Connecting-IP": `198.51.100.${++networks}` };
    const before = counted();
    const statuses: Record<number, number> = {};
    let count = 0;
    const walk = async () => {
      while (count < 1000) {
        const response = await ask(headers, count++);
        await response.arrayBuffer();
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      }
    };
    const begun = minuteNow();
    await Promise.all(Array.from({ length: AT_A_TIME }, walk));
    if (minuteNow() !== begun) throw new Error("The counters began anew");
    const now = counted();
    const less = (key: "applications" | "copies") => ({
      asked: now[key].asked - before[key].asked,
      stored: now[key].stored - before[key].stored,
    });
    made = {
      statuses,
      calls: now.calls - before.calls,
      applications: less("applications"),
      copies: less("copies"),
    };
  });
  if (!made) throw new Error("Nothing was asked");
  return made;
}

const counted = () => ({
  calls: platform.requests.length,
  applications: objectsOf(site.state, "ApplicationObject"),
  copies: objectsOf(site.state, "PositionCopy"),
});

const NOTHING = { asked: 0, stored: 0 };
const MISSED_MOST = MISSES + AT_A_TIME;

const tus = (more: Record<string, string>) => ({ "Tus-Resumable": "1.0.0", ...more });

const upload = (headers: Record<string, string>, position: string) =>
  fetch(`${site.url}/-/applications/${randomUUID()}/cv?position=${position}`, {
    method: "POST",
    headers: {
      ...headers,
      ...tus({ "Upload-Length": "100", "Upload-Metadata": `filename ${btoa("cv.pdf")}` }),
    },
  });

describe("a thousand", () => {
  test("pages of a position, in languages and with parameters that it does not have", async () => {
    const made = await madeByThousand((headers, count) =>
      fetch(`${site.url}${pageOf("plain")}?lang=x${count}&utm=${count}`, { headers }),
    );
    expect(made.statuses).toEqual({ 200: 1000 });
    expect(made.calls).toBeLessThanOrEqual(4);
    expect(made.applications).toEqual(NOTHING);
  });

  test("positions that are not there", async () => {
    const made = await madeByThousand((headers) =>
      fetch(`${site.url}/a/b/${randomUUID()}`, { headers }),
    );
    expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
    expect(made.calls).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.copies.asked).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.copies.stored).toBe(0);
    expect(made.applications).toEqual(NOTHING);
  });

  test("companies that are not there", async () => {
    const made = await madeByThousand((headers) =>
      fetch(`${site.url}/a/${randomUUID()}`, { headers }),
    );
    expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
    expect(made.calls).toBeLessThanOrEqual(2 * MISSED_MOST);
    expect([made.applications, made.copies]).toEqual([NOTHING, NOTHING]);
  });

  test("searches", async () => {
    const made = await madeByThousand((headers, count) =>
      fetch(`${site.url}${careerSite}?q=${count}`, { headers }),
    );
    expect(made.statuses).toEqual({ 200: READS, 429: 1000 - READS });
    expect(made.calls).toBeLessThanOrEqual(4);
    expect([made.applications, made.copies]).toEqual([NOTHING, NOTHING]);
  });

  test("parts of a list that are past its end", async () => {
    const made = await madeByThousand((headers, count) =>
      fetch(`${site.url}${careerSite}?page=${count + 51}`, { headers }),
    );
    expect(made.statuses).toEqual({ 200: READS, 429: 1000 - READS });
    expect(made.calls).toBeLessThanOrEqual(4);
  });

  test("receipts that were never given", async () => {
    const made = await madeByThousand((headers) =>
      fetch(`${site.url}${pageOf("plain")}?receipt=${randomBytes(32).toString("hex")}`, {
        headers,
      }),
    );
    expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
    expect(made.calls).toBeLessThanOrEqual(4);
    expect(made.applications.asked).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.applications.stored).toBe(0);
  });

  test("phone numbers for receipts that were never given", async () => {
    const made = await madeByThousand((headers) => {
      const form = new FormData();
      form.append("phone", "612 34 56 78");
      const receipt = randomBytes(32).toString("hex");
      return post(`${site.url}${pageOf("plain")}?receipt=${receipt}`, form, headers);
    });
    expect(made.statuses[429]).toBeGreaterThanOrEqual(1000 - FORMS);
    expect(made.calls).toBeLessThanOrEqual(2 * FORMS + 4);
    expect(made.applications.asked).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.applications.stored).toBe(0);
  });

  test("forms for positions that are not there", async () => {
    const made = await madeByThousand((headers) =>
      post(
        `${site.url}/a/b/${randomUUID()}`,
        formOf({}, { bytes: pdfOf(100), name: "cv.pdf" }),
        headers,
      ),
    );
    expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
    expect(made.calls).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.copies.asked).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.copies.stored).toBe(0);
    expect(made.applications).toEqual(NOTHING);
  });

  test("forms for one position that is not there", async () => {
    const gone = randomUUID();
    const made = await madeByThousand((headers) =>
      post(`${site.url}/a/b/${gone}`, formOf(), headers),
    );
    expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
    expect(made.calls).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.applications).toEqual(NOTHING);
  });

  test("forms that are not filled in", async () => {
    const made = await madeByThousand((headers) =>
      post(site.url + pageOf("plain"), formOf({ first_name: "", held_cv: "" }), headers),
    );
    expect(made.statuses).toEqual({ 422: FORMS, 429: 1000 - FORMS });
    expect(made.calls).toBeLessThanOrEqual(2 * FORMS + 4);
    expect(made.applications).toEqual(NOTHING);
  });

  test("forms that count on a CV that is not there", async () => {
    const made = await madeByThousand((headers) =>
      post(site.url + pageOf("plain"), formOf({ held_cv: "1" }), headers),
    );
    expect(made.statuses).toEqual({ 422: FORMS, 429: 1000 - FORMS });
    expect(made.applications.asked).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.applications.stored).toBe(0);
  });

  test("forms that are not filled in, with a CV", async () => {
    const bytes = pdfOf(100);
    const made = await madeByThousand((headers) =>
      post(
        site.url + pageOf("plain"),
        formOf({ first_name: "" }, { bytes, name: "cv.pdf" }),
        headers,
      ),
    );
    expect(made.statuses).toEqual({ 422: FORMS, 429: 1000 - FORMS });
    expect(made.calls).toBeLessThanOrEqual(2 * FORMS + 4);
    expect(made.applications.stored).toBeLessThanOrEqual(FILES);
  });

  test("whole applications", async () => {
    const made = await madeByThousand((headers) =>
      post(site.url + pageOf("plain"), formOf({ held_cv: "" }), headers),
    );
    expect(made.statuses).toEqual({ 303: FORMS, 429: 1000 - FORMS });
    expect(made.calls).toBeLessThanOrEqual(3 * FORMS + 4);
    expect(made.applications.stored).toBeLessThanOrEqual(FORMS);
  });

  test("uploads for positions that are not there", async () => {
    const made = await madeByThousand((headers) => upload(headers, randomUUID()));
    expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
    expect(made.calls).toBeLessThanOrEqual(MISSED_MOST);
    expect(made.applications).toEqual(NOTHING);
  });

  test("uploads that are begun", async () => {
    const made = await madeByThousand((headers) => upload(headers, fakePositions.plain));
    expect(made.statuses).toEqual({ 201: FILES, 429: 1000 - FILES });
    expect(made.calls).toBeLessThanOrEqual(4);
    expect(made.applications.stored).toBeLessThanOrEqual(FILES);
  });

  test.each(["HEAD", "PATCH", "DELETE", "GET"])(
    "%s for applications that are not there",
    async (method) => {
      const made = await madeByThousand((headers) =>
        fetch(
          `${site.url}/-/applications/${randomUUID()}${method === "GET" ? "" : "/cv/1"}?position=${fakePositions.plain}`,
          {
            method,
            headers: {
              ...headers,
              ...tus({ "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" }),
            },
          },
        ),
      );
      expect(Object.keys(made.statuses)).toEqual(["404", "429"]);
      expect(made.calls).toBe(0);
      expect(made.applications.asked).toBeLessThanOrEqual(MISSED_MOST);
      expect(made.applications.stored).toBe(0);
    },
  );

  test("reports of violated policies", async () => {
    const made = await madeByThousand((headers) =>
      fetch(`${site.url}/-/csp`, { method: "POST", headers, body: "{}" }),
    );
    expect(made).toMatchObject({ calls: 0, applications: NOTHING, copies: NOTHING });
  });
});
