import { parseHtmlFragment } from "./parse-html";
import { fakeClientUuid } from "./fake-platform-data";
import type { FakePlatform, Json } from "./fake-platform";
import { VECTORS, type Vector } from "./xss-vectors";

const ADDRESSES = VECTORS.filter(({ context }) => context === "url");

/** Returns the vector at an index, which wraps around. */
function findVector(list: Vector[], place: number): string {
  const vector = list[place % list.length];
  if (!vector) throw new Error("No vectors");
  return vector.text;
}

/**
 * Groups the vectors that are joined into one string. A vector that leaves an element open is alone in its
 * group, because that element would contain the following vectors.
 */
export function groupVectors(size: number): Vector[][] {
  const alone = VECTORS.filter(leavesOpen);
  const others = VECTORS.filter((vector) => !leavesOpen(vector));
  return [...splitIntoBatches(others, size), ...alone.map((vector) => [vector])];
}

export function splitIntoBatches<T>(items: T[], size: number): T[][] {
  return items.length === 0
    ? []
    : [items.slice(0, size), ...splitIntoBatches(items.slice(size), size)];
}

function leavesOpen({ text }: Vector): boolean {
  const tree = parseHtmlFragment(`${text}\n\n<hr>`);
  const last = tree.type === "root" ? tree.children.at(-1) : undefined;
  return last?.type !== "element" || last.tagName !== "hr";
}

/**
 * Creates a position and its client with the vectors in their fields. A URL field gets a single
 * vector.
 */
export function hostilePosition(platform: FakePlatform, group: Vector[], place: number): string {
  const text = group.map((vector) => vector.text).join(" ");
  const html = group.map((vector) => vector.text).join("\n\n<hr>\n\n");
  const address = (further: number) => findVector(ADDRESSES, 6 * place + further);
  const client = `client-${place}`;
  const position = `position-${place}`;
  platform.client(
    {
      code: text,
      name: text,
      description: group.map((vector) => vector.text).join("\n"),
      apply_page_css: html,
      apply_page_js: `void ${JSON.stringify(text)};`,
      logo: address(0),
      main_image: address(1),
      favicon: address(2),
      social_links: { linkedin: address(3), instagram: address(4), twitter: address(5) },
      privacy_policy: html,
      language_default: place % 2 === 0 ? text : "es-es",
      country: text,
    },
    client,
  );
  platform.position(position, {
    client,
    name: text,
    description: html,
    location: text,
    contract_type: text,
    join_date: text,
    country: text,
    csrf_token: text.replace(/[^\x21-\x7e]/g, "/").slice(0, 1024),
    candidate_criteria_structured: {
      essential_requirements: group.map((vector) => ({ name: vector.text })),
      complimentary_requirements: group.map((vector) => vector.text),
    },
    apply_site_questions: {
      killer_questions: group.map((vector) => ({ question: vector.text, answers: [vector.text] })),
      open_questions: group.map((vector) => vector.text),
    },
  });
  return `/c/p/${position}`;
}

/** Creates a position of the first client with a vector in each question, and all vectors in its name. */
export function hostileQuestions(platform: FakePlatform, vectors: Vector[]): string {
  // Create a new position each time, because the browser stores the positions of past applications.
  const position = `questions-${vectors[0]?.id}`;
  const title = vectors.map(({ text }) => text).join(" ");
  platform.client({ name: title, code: title, language_default: "es-es" });
  platform.position(position, {
    client: fakeClientUuid,
    name: title,
    apply_site_questions: {
      killer_questions: vectors.map(({ text }) => ({
        question: text,
        answers: [text, "x"],
      })),
      open_questions: vectors.map(({ text }) => text),
    },
  });
  return `/c/p/${position}`;
}

/** Returns a list with one position for each vector. */
export const hostileList = (): Json[] =>
  VECTORS.map(({ id, text }) => ({
    uuid: `position-${id}`,
    name: text,
    location: text,
    contract_type: text,
    join_date: text,
    department: text,
    apply_url: findVector(ADDRESSES, id),
  }));

/** Collapses white space, and removes NUL and replacement characters. */
export const foldSpace = (text: string) =>
  text
    .replace(/[\0\ufffd]/g, "")
    .replace(/\s+/g, " ")
    .trim();
