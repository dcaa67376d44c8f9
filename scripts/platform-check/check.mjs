// Checks a platform that speaks the contract, as `npm run check` does. It reads, and posts nothing.
import { Stop } from "../local.mjs";
import { schemasOfTheSite } from "../site-schemas.mjs";
import { call } from "./calls.mjs";
import { clientFindings, listFindings, positionFindings } from "./findings.mjs";

/** @typedef {import("./findings.mjs").Finding} Finding */
/** @typedef {import("./calls.mjs").Called} Called */

/** An id that no platform has. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

/**
 * @typedef {object} Asked
 * @property {string} base
 * @property {string | undefined} key
 * @property {string} header
 * @property {string | undefined} client a uuid or code
 * @property {string | undefined} position
 * @property {number} most positions that are read
 */

/**
 * Holds a platform's position, client and list against the site's own schemas.
 *
 * @param {Asked} asked @param {(line: string) => void} print
 * @returns {Promise<boolean>} whether nothing that was found hurts a candidate
 * @throws {Stop} if the platform cannot be asked at all
 */
export async function checkPlatform({ base, key, header, client, position, most }, print) {
  // The schemas say in the log what they leave out; here it is found anyway.
  const { warn } = console;
  console.warn = () => undefined;
  try {
    const schemas = await schemasOfTheSite();
    const ask = (/** @type {string} */ path) => call(base, path, { header, key });
    /** @type {Finding[]} */
    const all = [];
    const tell = (
      /** @type {string} */ path,
      /** @type {Called} */ called,
      /** @type {Finding[]} */ findings,
    ) => {
      print(`\nGET /${path}: ${called.status}, ${called.bytes} bytes, ${called.ms} ms`);
      if (findings.length === 0) print("  right");
      for (const { level, what, means, mend } of findings) {
        print(`  ${level.toUpperCase()}  ${what}\n      means: ${means}\n      mend: ${mend}`);
      }
      all.push(...findings);
    };

    /** @type {Map<string, Called>} */
    const positions = new Map();
    if (position !== undefined) positions.set(position, await ask(`hiring/positions/${position}`));
    const first = position === undefined ? undefined : positions.get(position);
    if (first?.fault !== undefined) throw unasked(base, first);
    const ref = client ?? clientOf(first?.body);
    if (ref === undefined) throw new Stop("The position names no client: say which, by --client.");

    const clientPath = `account/clients/${ref}/public`;
    const company = await ask(clientPath);
    if (company.fault !== undefined) throw unasked(base, company);
    tell(
      clientPath,
      company,
      company.status === 200 ? clientFindings(company.body, ref, schemas) : [gone(company)],
    );

    const listPath = `hiring/${ref}/positions-public`;
    const list = await ask(listPath);
    const read = list.status === 200 && !list.fault ? listFindings(list.body, schemas) : undefined;
    tell(listPath, list, read?.findings ?? [gone(list)]);
    if (read?.next !== undefined) print("  (its further pages were not read)");

    for (const id of (read?.ids ?? []).slice(0, most)) {
      if (!positions.has(id)) positions.set(id, await ask(`hiring/positions/${id}`));
    }
    for (const [id, called] of positions) {
      const isRight = called.status === 200 && called.fault === undefined;
      tell(
        `hiring/positions/${id}`,
        called,
        isRight ? positionFindings(called.body, id, schemas) : [gone(called)],
      );
    }
    const nobody = await ask(`hiring/positions/${NOBODY}`);
    tell(`hiring/positions/${NOBODY}`, nobody, nobodyFindings(nobody));

    print(`\n${summary(all)}`);
    print(timing([...positions.values()], company, list));
    print(honouring([...positions.values()], schemas));
    const unread = (read?.ids.length ?? 0) - positions.size;
    if (unread > 0) print(`${unread} more positions were not read (--most).`);
    return all.every(({ level }) => level !== "wrong");
  } finally {
    console.warn = warn;
  }
}

/** @param {string} base @param {Called} called */
const unasked = (base, { fault, mend }) => new Stop(`${base} ${fault}: ${mend}`);

/** @param {unknown} body @returns {string | undefined} */
const clientOf = (body) =>
  typeof body === "object" && body !== null && "client" in body && typeof body.client === "string"
    ? body.client
    : undefined;

/** @param {Called} called @returns {Finding} */
const gone = ({ status, fault, mend }) => ({
  level: "wrong",
  what: fault ?? `it answers ${status}`,
  means: status === 404 ? "the page is not there" : "the page cannot be shown",
  mend: mend || "answer 200, with JSON",
});

/** What is not there must be a 404 in JSON. @param {Called} called @returns {Finding[]} */
function nobodyFindings({ status, fault, body }) {
  if (status === 404 && fault === undefined) return [];
  const isJson = body !== undefined;
  return [
    {
      level: status === 404 ? "dropped" : "wrong",
      what: `an id that is not there is answered ${status}${isJson ? "" : ", not in JSON"}`,
      means:
        status === 404
          ? "nothing: only the status is read"
          : "visitors of a page that is gone see an error, and its kept copies are never forgotten",
      mend: 'answer 404 with {"detail": "…"}',
    },
  ];
}

/** @param {Finding[]} all */
function summary(all) {
  const count = (/** @type {Finding["level"]} */ level) =>
    all.filter((one) => one.level === level).length;
  if (all.length === 0) return "Everything is right.";
  return `${count("wrong")} wrong, ${count("dropped")} dropped, ${count("missing")} missing.`;
}

/**
 * What the positions declare. It is not tried: the check sends no applications.
 *
 * @param {Called[]} positions @param {import("../site-schemas.mjs").Schemas} schemas
 */
function honouring(positions, { readFacts }) {
  const read = positions.filter(({ status, fault }) => status === 200 && fault === undefined);
  const declared = read.filter(({ body }) => readFacts({ ...Object(body) }).facts.honoursKeys);
  return (
    `${declared.length} of ${read.length} positions declare "honours": ["idempotency-key"]. ` +
    "Where one does, a 409 is final. Elsewhere an application whose answer was lost, and then a 409, is left to an operator."
  );
}

/** @param {Called[]} positions @param {Called} client @param {Called} list */
function timing(positions, client, list) {
  const slowest = Math.max(0, ...positions.map(({ ms }) => ms));
  return (
    `A position's page that is not kept waits ${slowest + client.ms} ms for the platform ` +
    `(call 1, then call 2), a career site ${Math.max(client.ms, list.ms)} ms (calls 2 and 3 at once). ` +
    "A page that is kept waits for neither."
  );
}
