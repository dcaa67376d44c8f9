import { startStandIn, type Answer, type Asked } from "./stand-in";

/** A made-up company's offers in the shape of Recruitee's Careers Site API; nothing is of a real one. */

type Offer = Record<string, unknown> & { id: number; slug: string };

const question = (
  id: number,
  kind: string,
  body: string,
  required: boolean,
  more: object = {},
) => ({
  id,
  kind,
  body,
  required,
  position: id,
  options: {},
  translations: {},
  open_question_options: [],
  ...more,
});

const choices = (...bodies: string[]) => ({
  open_question_options: bodies.map((body, index) => ({ id: 500 + index, body, position: index })),
});

/** Each kind of question once. */
const questions = (required: boolean) => [
  question(12, "text", "Tell us of a repair.", required),
  question(11, "string", "Your nearest station", required, { options: { length: 40 } }),
  question(13, "boolean", "Do you drive?", required),
  question(14, "single_choice", "Which shift?", required, choices("Early", "Late & night")),
  question(15, "multi_choice", "Which tools?", required, choices("Lathe", "Mill", "Saw")),
  question(16, "number", "Years of experience", required),
  question(17, "salary", "Salary you expect", required),
  question(18, "date", "First day", required),
  question(19, "file", "Portfolio", required),
  question(20, "legal", "<p>You may keep my data for a <b>year</b>.</p>", required),
  question(21, "infobox", "Bring your own tools.", false),
];

/** What makes each kind of offer another one. */
const KINDS: Record<string, object> = {
  plain: {},
  "everything required": {
    options_cover_letter: "required",
    options_photo: "required",
    open_questions: questions(true),
  },
  "everything optional": {
    options_phone: "optional",
    options_cv: "optional",
    options_cover_letter: "optional",
    options_photo: "optional",
    open_questions: questions(false),
  },
  "nothing but a name": { options_phone: "off", options_cv: "off" },
  "a film required": { open_questions: [question(31, "video", "Show yourself", true)] },
  "a film optional": { open_questions: [question(31, "video", "Show yourself", false)] },
  "several places": {
    locations_question_required: true,
    locations: [{ id: 1 }, { id: 2 }],
  },
  "one place": { locations_question_required: true, locations: [{ id: 1 }] },
  pay: { salary: { min: "28000", max: "32000", period: "year", currency: "EUR" } },
  "half a pay": { salary: { min: null, max: "18", period: "hour", currency: "EUR" } },
  "pay without a currency": { salary: { min: "28000", max: null, period: "year", currency: null } },
  remote: { remote: true, on_site: false, hybrid: false },
  hybrid: { remote: false, on_site: true, hybrid: true },
  "a last day": { close_at: "2027-01-31 22:00:00 UTC" },
  "without a place": { location: null, city: null, country: null, country_code: null },
  translated: {
    translations: {
      en: { title: "Carpenter 16", description: "<p>Doors.</p>", requirements: "<p>Hands.</p>" },
      es: { title: "Carpintería 16", description: "<p>Puertas.</p>", requirements: null },
      de: null,
    },
    open_questions: [
      question(41, "string", "Your nearest station", true, {
        translations: { es: { body: "Tu estación más cercana" } },
      }),
      question(42, "string", "Untranslated", false),
    ],
  },
  "without texts": { description: null, requirements: null, department: null },
};

const NAMES = Object.keys(KINDS);
export const recruiteeId = (kind: string) => 700_001 + NAMES.indexOf(kind);

function offers(): Offer[] {
  const all = [...NAMES, ...NAMES].map((kind, index): Offer => {
    const id = 700_001 + index;
    return {
      id,
      slug: `carpenter-${index + 1}`,
      title: `Carpenter ${index + 1}`,
      status: "published",
      description: "<h2>What you do</h2><p>Doors &amp; tables.</p>",
      requirements: "<p>Good hands.</p>",
      department: "Workshop",
      employment_type_code: index % 2 ? "fulltime_permanent" : "parttime",
      location: index % 3 ? "Gdańsk, Poland" : null,
      city: "Valencia",
      country: "Spain",
      country_code: "ES",
      locations: [{ id: 1 }],
      locations_question_required: false,
      remote: false,
      hybrid: false,
      on_site: true,
      salary: { min: null, max: null, period: null, currency: null },
      published_at: `2026-10-${String(1 + (index % 28)).padStart(2, "0")} 09:00:00 UTC`,
      close_at: null,
      careers_url: `https://example.recruitee.com/o/carpenter-${index + 1}`,
      careers_apply_url: `https://example.recruitee.com/o/carpenter-${index + 1}/c/new`,
      options_cv: "required",
      options_phone: "required",
      options_cover_letter: "off",
      options_photo: "off",
      open_questions: [],
      translations: {},
      ...KINDS[kind],
    };
  });
  const [first] = all;
  if (!first) throw new Error("no offer");
  return [...all, { ...first, id: 700_900, slug: "hidden", status: "internal" }];
}

/**
 * Recruitee's Careers Site API as its documentation has it: reading and applying without a key, 201
 * with the candidate, 422 with a list of texts, 404 for an offer that is closed.
 */
export async function startRecruitee() {
  const open = new Map<number, Offer>(offers().map((offer) => [offer.id, offer]));
  /** What was taken, in its order. */
  const applications: { offer: number; form: FormData }[] = [];

  function answer({ method, path, form }: Asked): Answer {
    if (path === "/api/offers/") return { status: 200, body: { offers: [...open.values()] } };
    const [, ref, candidates] = /^\/api\/offers\/([A-Za-z0-9-]+)(\/candidates)?$/.exec(path) ?? [];
    const isSlug = candidates !== undefined;
    const offer = [...open.values()].find(({ id, slug }) =>
      isSlug ? slug === ref : slug === ref || String(id) === ref,
    );
    if (!offer) return { status: 404, body: { error: ["Not found"] } };
    if (method === "GET") return { status: 200, body: { offer } };
    const text = (name: string) => {
      const value = form?.get(`candidate[${name}]`);
      return typeof value === "string" ? value : "";
    };
    const error = [
      ...(text("name") === "" ? ["Name can't be blank"] : []),
      ...(/@[^@]+\./.test(text("email")) ? [] : ["Email is invalid"]),
    ];
    if (!form || error.length > 0) return { status: 422, body: { error } };
    applications.push({ offer: offer.id, form });
    return { status: 201, body: { candidate: { id: 9000 + applications.length } } };
  }

  const server = await startStandIn(answer);
  return { ...server, address: `${server.url}/api`, open, applications };
}

export type Recruitee = Awaited<ReturnType<typeof startRecruitee>>;
