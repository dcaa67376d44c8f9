import { LINKED, PICTURE, type BoardSystem } from "../board-system";
import {
  isPost,
  createJobKinds,
  startFakeSystem,
  type Answer,
  type BoardRequest,
} from "../fake-system";

export const RECRUITEE_KEY = "rc-2f6b0c9e41";

type Offer = Record<string, unknown> & { id: number; slug: string };

export const question = (
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

/** A question of every kind that the adapter supports. */
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

export const location = (city: string, state: string, country: string, country_code: string) => ({
  id: city.length,
  name: `${city} office`,
  ...{ city, state, country, country_code },
  ...{ state_code: null, street: null, postal_code: null, note: null },
});

const createOffer = (index: number, id: string, more: object): Offer => ({
  id: Number(id),
  slug: `carpenter-${index + 1}`,
  title: `Carpenter ${index + 1}`,
  status: "published",
  highlight: null,
  description: "<h2>What you do</h2><p>Doors &amp; tables.</p>",
  requirements: "<p>Good hands.</p>",
  department: "Workshop",
  employment_type_code: "fulltime_permanent",
  location: null,
  city: "Valencia",
  country: "Spain",
  country_code: "ES",
  locations: [location("Valencia", "Valencian Community", "Spain", "ES")],
  location_question_visible: true,
  locations_question_type: "multiple_choice",
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
  options_salutation: "off",
  options_title: "off",
  open_questions: [],
  translations: {},
  ...more,
});

const KINDS = {
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
};

/**
 * Starts a fake of Recruitee's Careers Site API as documented.
 * @param isRequired whether calls need a token, as they do from 10 February 2027
 */
export async function startRecruitee(kinds: Record<string, object> = {}, isRequired = false) {
  const createId = (index: number) => String(700_001 + index);
  const { jobs, jobId } = createJobKinds({ ...KINDS, ...kinds }, createId, createOffer);
  /** Accepted applications, in order. */
  const applications: { offer: number; form: FormData }[] = [];

  const token = { isRequired };

  function answer({ method, path, headers, form }: BoardRequest): Answer {
    const sent = headers["x-careers-sites-token"];
    if (sent === undefined ? token.isRequired : sent !== RECRUITEE_KEY) {
      return { status: 401, body: { error: ["Unauthorized"] } };
    }
    if (path === "/api/offers/") return { status: 200, body: { offers: [...jobs.values()] } };
    const [, named = "", candidates] = /^\/api\/offers\/([^/]+)(\/candidates)?$/.exec(path) ?? [];
    const ref = decodeURIComponent(named);
    const isSlug = candidates !== undefined;
    const offer = [...jobs.values()].find(({ id, slug }) =>
      isSlug ? slug === ref : slug === ref || String(id) === ref,
    );
    if (!offer) return { status: 404, body: { error: ["Not found"] } };
    if (method === "GET") return { status: 200, body: { offer } };
    if (!form) return { status: 422, body: { error: ["no form"] } };
    applications.push({ offer: offer.id, form });
    return { status: 201, body: { candidate: { id: 9000 + applications.length } } };
  }

  const server = await startFakeSystem(answer);
  return { ...server, address: `${server.url}/api`, jobs, jobId, applications, token };
}

const MORE_KINDS = {
  remote: { remote: true, on_site: false, location: "Remote job" },
  "several places": {
    locations: [
      location("Valencia", "Valencian Community", "Spain", "ES"),
      location("Gdańsk", "Pomerania", "Poland", "PL"),
    ],
  },
  "bare place": { locations: [], city: "Berlin", country: null, country_code: null },
  pay: { salary: { min: "15.75", max: "18", period: "hour", currency: "EUR" } },
  link: { open_questions: [question(70, "legal", LINKED, true)] },
  picture: { description: PICTURE },
};

/** Configures the shared test suite. */
export const boardSystem = {
  name: "Recruitee",
  code: "rc",
  // The test suite's company folders have a key, so every call must have the token.
  start: (more = {}) => startRecruitee({ ...MORE_KINDS, ...more }, true),
  board: { system: "recruitee", board: "example", key: "RECRUITEE_KEY" },
  secrets: { RECRUITEE_KEY },
  reads: 2,
  isPost,
  pay: "whole",
  link: "consent",
  second: "takes",
} as const satisfies BoardSystem;
