import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deskClient } from "../support/desk-client";
import { startDeskSite, type DeskSite } from "../support/desk-site";
import { ADMIN_SECRET } from "../support/examples";
import { readZip } from "../support/zip";

// Candidates' texts can contain characters that reorder the text around them. They are removed from all texts
// of an application, including its copies of the company's questions. Texts of positions are not changed.

const SLUG = "disenadora-de-producto";
const OVERRIDES = /[\u200b\u202a-\u202e\u2066-\u2069]/;
const X = "\u202e\u2067\u200b";

/** A question and an option with characters that are removed from applications. */
const QUESTION = "¿Por qué\u200b?";
const OPTION = "com\u200bpleta";

let site: DeskSite;
let uuid: string;

beforeAll(async () => {
  site = await startDeskSite();
  uuid = site.findPosition(SLUG).position.uuid;
  const questions = {
    killer_questions: [{ question: "¿Cuándo?", answers: ["Ya\u200b", "Luego"] }],
    open_questions: [{ question: QUESTION }],
  };
  await site.db
    .prepare(
      `UPDATE positions SET apply_site_questions = ?1, asks = replace(asks, '"completa"', ?2)
       WHERE uuid = ?3`,
    )
    .bind(JSON.stringify(questions), JSON.stringify(OPTION), uuid)
    .run();
});
afterAll(() => site.stop());
beforeEach(() => site.db.exec("DELETE FROM applications"));

/** Applies like a front end that sends unchanged texts. @param x part of each text of the candidate */
function apply(x: string) {
  const fields = {
    email: `ana@${x}example.org`,
    cover_letter: `${x}A letter\r\nof two lines`,
    website: "https://example.org/",
    incorporacion: "2027-01-11",
    salario: "29500.5",
    jornada: OPTION,
    programas: ["rhino"],
    equipo: { given: true, text: "Acepto que el equipo de diseño vea mi porfolio." },
    edad: "30_45",
    [`gone${x}`]: [`${x}an answer to a removed field`],
  };
  const changes = {
    first_name: `${x}Ana`,
    // A joiner and a direction mark.
    last_name: `می\u200cخواهم\u200f${x}`,
    killer_questions: JSON.stringify([{ question: "¿Cuándo?", answer: "Ya\u200b" }]),
    open_questions: JSON.stringify([{ question: QUESTION, answer: `${x}Because` }]),
    fields: JSON.stringify(Object.entries(fields).map(([id, value]) => ({ id, value }))),
  };
  return site.apply(SLUG, changes, {
    cv: new File(["%PDF-1.7"], `${x}cv.pdf`),
    "file:porfolio": new File(["%PDF-1.7"], `${x}work.pdf`),
  });
}

/** Adds overrides to each text of a stored application, as version 1.0.0 stored them. */
const addOverrides = (id: string) =>
  site.db
    .prepare(
      `UPDATE applications SET first_name = ?1 || first_name, last_name = last_name || ?1,
         cv_name = ?1 || cv_name, killer_questions = replace(killer_questions, '":"', '":"' || ?1),
         open_questions = replace(open_questions, '":"', '":"' || ?1),
         fields = replace(fields, '":"', '":"' || ?1), files = replace(files, '":"', '":"' || ?1)
       WHERE id = ?2`,
    )
    .bind(X, id)
    .run();

/** Returns the candidate's texts by page or download. */
async function readTexts(id: string) {
  const ana = deskClient(site);
  await ana.signIn(await site.createCode(null, "Ana"));
  const searched = await ana.post("/applications/search", { search: "ana@example.org" });
  const { text: found } = await ana.get(String(searched.headers.location));
  const download = async (kind: string) =>
    ana.post(`/positions/${uuid}/export`, { kind, code: ana.code });
  const zip = readZip((await download("zip")).bytes);
  const secret = { Authorization: `Bearer ${ADMIN_SECRET}` };
  const admin = await site.askPlatform(`/-/admin/applications/${id}`, secret);
  const page = async (path: string) => (await ana.get(path)).text;
  return {
    found,
    list: await page(`/positions/${uuid}`),
    application: await page(`/applications/${id}`),
    delete: await page(`/applications/${id}/delete`),
    deleteFound: (await ana.post("/chosen/delete", { id })).text,
    csv: (await download("csv")).text,
    voluntary: (await download("voluntary")).text,
    zip: [...zip].flatMap(([name, bytes]) => [name, bytes.toString()]).join("\n"),
    admin: await admin.text(),
  };
}

const NAME = "Ana می\u200cخواهم\u200f";

test.each([
  ["sent by another front end", () => apply(X)],
  [
    "stored by version 1.0.0",
    async () => {
      const id = await apply("");
      await addOverrides(id);
      return id;
    },
  ],
])("candidates' texts that were %s contain no overrides", async (_, store) => {
  // The CSV has one column for a question, with and without overrides.
  await apply("");
  const id = await store();
  const texts = await readTexts(id);
  for (const [where, text] of Object.entries(texts)) {
    expect([where, OVERRIDES.exec(text)?.input]).toEqual([where, undefined]);
  }
  for (const where of ["list", "application", "delete", "deleteFound"] as const) {
    expect(texts[where]).toContain(NAME);
  }
  for (const shown of ["<dt>¿Por qué?</dt><dd>Because</dd>", ">cv.pdf<", ">work.pdf<"]) {
    expect(texts.application).toContain(shown);
  }
  const [heading = "", ...rows] = texts.csv.slice(1).split("\r\n");
  expect(heading).toMatch(/,Phone,¿Cuándo\?,¿Por qué\?,CV,.*,gone$/);
  expect(heading.match(/gone/g)).toHaveLength(1);
  expect(rows).toHaveLength(3);
  for (const row of rows.slice(0, 2)) {
    for (const cell of ["Ya,Because,cv.pdf", "Completa, de lunes a viernes", "removed field"]) {
      expect(row).toContain(cell);
    }
  }
});

test("an email address sent with overrides is found without them", async () => {
  const id = await apply(X);
  expect((await readTexts(id)).found).toContain(id);
});
