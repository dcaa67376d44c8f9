import { describe, expect, test } from "vitest";
import { contractForm } from "../support/adapters";
import { useBoard } from "../support/board-suite";
import {
  location,
  question,
  RECRUITEE_KEY,
  startRecruitee,
  boardSystem as RECRUITEE,
} from "../support/systems/recruitee";
import { isPost } from "../support/fake-system";

const EMAIL = "email* email";
const VALENCIA = location("Valencia", "Valencian Community", "Spain", "ES");
const GDANSK = location("Gdańsk", "Pomerania", "Poland", "PL");

/** Names of offers, their data, and the expected properties of the adapter's positions. */
const OFFERS: [what: string, offer: object, position: object][] = [
  [
    "almost no data",
    {
      ...{ options_phone: "off", options_cv: "off", city: null, country: null, country_code: null },
      ...{ description: null, requirements: null, department: null },
    },
    { standard: { phone: "off", cv: "off" }, location: "Valencia, Spain", description: "" },
  ],
  [
    "videos and a choice of places",
    {
      open_questions: [
        question(31, "video", "Show yourself", true),
        question(32, "video", "Show more", false),
      ],
      locations_question_required: true,
      locations: [VALENCIA, GDANSK],
    },
    {
      fields: [
        EMAIL,
        "question_31* recruitee:video: Show yourself",
        "question_32 recruitee:video: Show more",
        "location* recruitee:location: location",
      ],
    },
  ],
  ["one place", { locations_question_required: true }, { fields: [EMAIL] }],
  [
    "a hidden choice of places",
    {
      ...{ locations_question_required: true, location_question_visible: false },
      locations: [VALENCIA, GDANSK],
    },
    {
      fields: [EMAIL],
      location: "Valencia, Spain; Gdańsk, Poland",
      places: [
        { city: "Valencia", region: "Valencian Community", country: "ES" },
        { city: "Gdańsk", region: "Pomerania", country: "PL" },
      ],
    },
  ],
  [
    "salutation and title questions",
    { options_salutation: "required", options_title: "optional" },
    {
      fields: [
        EMAIL,
        "salutation* recruitee:salutation: salutation",
        "title recruitee:title: title",
      ],
    },
  ],
  [
    "a highlight, no questions and a non-ASCII slug",
    { highlight: "<p>Oak.</p>", open_questions: null, slug: "ébéniste-h.f" },
    {
      fields: [EMAIL],
      description:
        "<p>Oak.</p>\n<h2>What you do</h2><p>Doors &amp; tables.</p>\n<p>Good hands.</p>",
    },
  ],
  [
    "a temporary contract",
    { employment_type_code: "parttime_fixed_term" },
    { contract_type: "Part time, Fixed term", employment_type: ["PART_TIME", "TEMPORARY"] },
  ],
  [
    "an unknown contract",
    { employment_type_code: "by_the_tide" },
    { contract_type: "by the tide", employment_type: undefined },
  ],
  [
    "pay, remote work and a closing date",
    {
      salary: { min: "28000", max: "32000", period: "year", currency: "EUR" },
      ...{ remote: true, on_site: false, close_at: "2027-01-31 22:00:00 UTC" },
    },
    {
      pay: { min: 28_000, max: 32_000, currency: "EUR", unit: "year" },
      ...{
        workplace: "remote",
        remote_countries: ["ES"],
        places: undefined,
        closes_at: "2027-01-31T22:00:00Z",
      },
    },
  ],
  [
    "maximum pay, hybrid work and a place name",
    {
      salary: { min: null, max: "18", period: "hour", currency: "EUR" },
      ...{ hybrid: true, location: "Gdańsk, Poland" },
    },
    {
      pay: { max: 18, currency: "EUR", unit: "hour" },
      workplace: "hybrid",
      location: "Gdańsk, Poland",
    },
  ],
  [
    "pay without a currency",
    { salary: { min: "28000", max: null, period: "year", currency: null } },
    { pay: undefined },
  ],
];

const translated = {
  translations: {
    en: { title: "Carpenter", description: "<p>Doors.</p>", requirements: "<p>Hands.</p>" },
    es: { title: "Carpintería", description: "<p>Puertas.</p>", requirements: null },
    de: null,
  },
  open_questions: [
    question(41, "string", "Your nearest station", true, {
      translations: { es: { body: "Tu estación más cercana" } },
    }),
    question(42, "string", "Untranslated", false),
  ],
};

const board = useBoard(
  RECRUITEE,
  () =>
    startRecruitee({
      ...Object.fromEntries(OFFERS.map(([what, offer]) => [what, offer])),
      translated,
      hidden: { status: "internal", slug: "hidden" },
      malformed: { title: "" },
    }),
  {
    ids: { choices: "id", cover_letter: "file" },
    mexico: { language_default: "es-mx" },
    keyless: { key: undefined },
    fresh: {},
  },
);
const { system, read, log, list, positionId, apply, expectPosition, expectListed } = board;

describe("a Recruitee board", () => {
  test("lists only published offers", async () => {
    expect((await list()).body.results).toHaveLength(OFFERS.length + 4);
    await expectListed("plain", {
      name: "Carpenter 1",
      location: "Valencia, Spain",
      department: "Workshop",
      ...{ workplace: "onsite", country: "ES" },
      places: [{ city: "Valencia", region: "Valencian Community", country: "ES" }],
      ...{ contract_type: "Full time, Permanent", employment_type: ["FULL_TIME"] },
      published_at: "2026-10-01T09:00:00Z",
      apply_url: `/taller/carpenter-1/${positionId("plain")}`,
    });
    const id = system().jobId("malformed");
    await expect.poll(log).toContain(`taller: malformed jobs are not shown: ${id} at title`);
    for (const id of [positionId("hidden"), "taller_hidden"]) {
      expect((await read(`hiring/positions/${id}`)).status).toBe(404);
    }
  });

  test("returns positions with their published data", async () => {
    await expectPosition("plain", {
      name: "Carpenter 1",
      country: "ES",
      description: "<h2>What you do</h2><p>Doors &amp; tables.</p>\n<p>Good hands.</p>",
      workplace: "onsite",
      apply_url: "https://example.recruitee.com/o/carpenter-1/c/new",
      talks_back: true,
      takes: ["source"],
      fields: [EMAIL],
      standard: { phone: "required", cv: "required" },
    });
  });

  test("prefers translations in the company's language", async () => {
    await expectPosition(
      "translated",
      {
        name: "Carpintería",
        language: "es",
        description: "<p>Puertas.</p>\n<p>Good hands.</p>",
        fields: [
          EMAIL,
          "question_41* text: Tu estación más cercana",
          "question_42 text: Untranslated",
        ],
      },
      "mexico",
    );
    const { body } = await list("mexico");
    expect(body.results).toContainEqual(
      expect.objectContaining({ uuid: positionId("translated", "mexico"), name: "Carpintería" }),
    );
    await expectPosition("plain", { name: "Carpenter 1", language: undefined }, "mexico");
  });
});

test("every read sends the company's token", async () => {
  system().token.isRequired = true;
  const answers = [
    await list("fresh"),
    await read(`hiring/positions/${positionId("plain", "fresh")}`),
  ];
  system().token.isRequired = false;
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const tokens = system().requests.map(({ headers }) => headers["x-careers-sites-token"]);
  expect(new Set(tokens)).toEqual(new Set([RECRUITEE_KEY]));
});

describe("a position from Recruitee", () => {
  test.each([
    ["required", "*"],
    ["optional", ""],
  ])("has every kind of question in order (%s) [12.02]", async (mode, star) => {
    await expectPosition(`everything ${mode}`, {
      standard: { phone: mode, cv: mode },
      fields: [
        EMAIL,
        `cover_letter${star} long_text`,
        `photo${star} file accept jpg,jpeg,png: Photo`,
        `question_11${star} text max 40: Your nearest station`,
        `question_12${star} long_text: Tell us of a repair.`,
        `question_13${star} yes_no: Do you drive?`,
        `question_14${star} one_of: Which shift? [500 Early, 501 Late & night]`,
        `question_15${star} some_of: Which tools? [500 Lathe, 501 Mill, 502 Saw]`,
        `question_16${star} number: Years of experience`,
        `question_17${star} number: Salary you expect`,
        `question_18${star} date: First day`,
        `question_19${star} file: Portfolio`,
        `question_20${star} consent: You may keep my data for a year.`,
        "question_21 note: Bring your own tools.",
      ],
    });
  });

  test.each(OFFERS)("is correct for %s", (what, _, expected) => expectPosition(what, expected));
});

const picture = new File(["a picture"], "me.jpg", { type: "image/jpeg" });
const portfolio = new File(["%PDF-1.7 work"], "work.pdf");
const everything = {
  question_11: "Centro",
  question_12: "A door.",
  question_13: false,
  question_14: "501",
  question_15: ["500", "502"],
  question_16: "7",
  question_17: "29500.5",
  question_18: "2027-01-11",
  question_20: { given: true, text: "You may keep my data for a year." },
};

/** Returns the accepted form with shortened names. */
const acceptedParts = async () =>
  (await board.acceptedForm()).map(([name = "", value]) => [
    name.replace("candidate", "").replace("[open_question_answers_attributes]", ""),
    value,
  ]);

describe("an application to Recruitee", () => {
  test("contains every kind of answer, the files, one name and the token [12.02]", async () => {
    const fields = { cover_letter: "Hello", ...everything };
    const files = { photo: picture, question_19: portfolio };
    const source = JSON.stringify({ utm_source: "linkedin", utm_medium: "post" });
    const form = contractForm({ fields, files, source });
    const answer = await apply("everything required", { form });
    expect(answer).toMatchObject({ status: 201, body: { id: "9001" } });
    const [post] = system().requests.filter(isPost);
    expect(post?.path).toBe("/api/offers/carpenter-2/candidates");
    expect(post?.headers["x-careers-sites-token"]).toBe(RECRUITEE_KEY);
    const answerParts = (index: number, id: string, ...parts: string[][]) => [
      [`[${index}][open_question_id]`, id],
      ...parts.map(([name, value]) => [`[${index}]${name ?? ""}`, value]),
    ];
    expect(await acceptedParts()).toEqual([
      ["[name]", "Ana Núñez"],
      ["[email]", "ana@example.org"],
      ["[phone]", "+34600000001"],
      ["[cv]", "cv.pdf: %PDF-1.7 a CV"],
      ["[cover_letter]", "Hello"],
      ["[photo]", "me.jpg: a picture"],
      ["[referrer]", "linkedin"],
      ...answerParts(0, "11", ["[content]", "Centro"]),
      ...answerParts(1, "12", ["[content]", "A door."]),
      ...answerParts(2, "13", ["[flag]", "false"]),
      ...answerParts(3, "14", ["[content]", "Late & night"]),
      ...answerParts(4, "15", ["[multi_content][]", "Lathe"], ["[multi_content][]", "Saw"]),
      ...answerParts(5, "16", ["[content]", "7"]),
      ...answerParts(6, "17", ["[content]", "29500.5"]),
      ...answerParts(7, "18", ["[content]", "2027-01-11"]),
      ...answerParts(8, "19", ["[file]", "work.pdf: %PDF-1.7 work"]),
      ...answerParts(9, "20", ["[flag]", "true"]),
    ]);
  });

  test("contains option ids and a cover letter file if the company's folder requires them", async () => {
    const files = { photo: picture, question_19: portfolio, cover_letter: portfolio };
    const form = contractForm({ fields: everything, files });
    expect((await apply("everything required", { code: "ids", form })).status).toBe(201);
    const sent = await acceptedParts();
    expect(sent).toContainEqual(["[cover_letter]", "work.pdf: %PDF-1.7 work"]);
    expect(sent).toContainEqual(["[3][content]", "501"]);
    expect(sent).toContainEqual(["[4][multi_content][]", "502"]);
  });

  test("is accepted for an offer with a non-ASCII slug", async () => {
    const what = "a highlight, no questions and a non-ASCII slug";
    expect((await apply(what)).status).toBe(201);
  });

  test("is accepted without a token until Recruitee requires a token", async () => {
    expect((await apply("plain", { code: "keyless" })).status).toBe(201);
    await list("keyless");
    await expect.poll(log).toMatch(/keyless: (from|since) 10 February 2027 Recruitee requires/);
    system().token.isRequired = true;
    expect((await read(`hiring/positions/${positionId("one place", "keyless")}`)).status).toBe(502);
    expect((await apply("plain", { code: "keyless" })).status).toBe(502);
    system().token.isRequired = false;
    for (const what of ["GET /offers/{id} answered 401", "the post got 401"]) {
      await expect.poll(log).toMatch(`keyless: ${what}: `);
      expect(log()).toMatch(/401: (from|since) 10 February 2027 Recruitee requires/);
    }
  });

  test("omits unanswered questions", async () => {
    expect((await apply("everything optional")).status).toBe(201);
    expect(await acceptedParts()).toHaveLength(4);
  });

  test("is refused with Recruitee's reason, even if Recruitee returns 200", async () => {
    const reason = '{"error":["Email is invalid"]}';
    system().overrides.push({ on: isPost, status: 422, body: reason });
    const refused = await apply("plain");
    expect([refused.status, refused.body]).toEqual([422, { detail: "Email is invalid" }]);
    const refusal = JSON.stringify({ success: false, error: ["The offer is full"] });
    system().overrides.push({ on: isPost, body: refusal }, { on: isPost, body: "{}" });
    expect((await apply("plain")).body).toEqual({ detail: "The offer is full" });
    // A 200 that contains no candidate is an unknown result.
    expect((await apply("plain")).status).toBe(502);
  });
});
