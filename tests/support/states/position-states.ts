import { positionWithFields } from "../fields";
import { BARE_COMPANY, createDescription } from "./contents";
import { BOTH, openPosition, FULL, PLAIN, type ScreenState } from "./scene";

const LONG_NAME =
  "Deputy Assistant Head of the Workshop for Cargo Bicycles, Tandems and Everything That Rolls";

/** A word that is too long for a line on a phone. */
const COMPOUND =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsvorsitzender";

/** A table that is too wide for a phone. */
const shifts = ["Workshop in Bilbao", "Counter in San Sebastián", "Delivery by bicycle", "Office"];
const wideTable = `<table><caption>Shifts</caption><thead><tr>${shifts
  .map((place) => `<th scope="col">${place}</th>`)
  .join("")}</tr></thead><tbody><tr>${"<td>08:00–16:00</td>".repeat(4)}</tr></tbody></table>`;

export const POSITION_STATES: readonly ScreenState[] = [
  {
    name: "position-idle",
    ways: FULL,
    reach: (scene) => openPosition(scene, { company: { is_cv_required: true } }),
  },
  {
    name: "position-fields",
    ways: BOTH,
    reach: (scene) => openPosition(scene, { position: positionWithFields() }),
  },
  {
    name: "position-elsewhere",
    ways: PLAIN,
    reach: (scene) =>
      openPosition(scene, {
        position: {
          fields: [{ id: "video", kind: "video", label: "A video of you", required: true }],
          apply_url: "https://jobs.example/1",
        },
      }),
  },
  {
    name: "position-opens-soon",
    ways: BOTH,
    reach: (scene) =>
      openPosition(scene, { company: { privacy_policy: "We are {{legal name}}." } }),
  },
  { name: "position-optional-cv", ways: BOTH, reach: (scene) => openPosition(scene) },
  {
    name: "position-20-words",
    ways: FULL,
    reach: (scene) =>
      openPosition(scene, {
        position: {
          description: createDescription(20, scene.language),
          candidate_criteria_structured: {},
          apply_site_questions: {},
        },
      }),
  },
  {
    name: "position-2000-words",
    ways: FULL,
    reach: (scene) =>
      openPosition(scene, { position: { description: createDescription(2000, scene.language) } }),
  },
  {
    name: "position-wide-table",
    ways: FULL,
    reach: (scene) => openPosition(scene, { position: { description: wideTable } }),
  },
  {
    name: "position-long-name",
    ways: FULL,
    reach: (scene) => openPosition(scene, { position: { name: LONG_NAME.slice(0, 90) } }),
  },
  {
    name: "position-compound-name",
    ways: FULL,
    reach: (scene) =>
      openPosition(scene, {
        company: { name: COMPOUND },
        position: {
          name: COMPOUND,
          location: COMPOUND,
          description: `<h2>${COMPOUND}</h2><p>${COMPOUND}</p><ul><li>${COMPOUND}</li></ul>`,
          candidate_criteria_structured: { essential_requirements: [{ name: COMPOUND }] },
          apply_site_questions: {
            killer_questions: [{ question: COMPOUND, answers: [COMPOUND, "Nein"] }],
            open_questions: [{ question: COMPOUND }],
          },
        },
      }),
  },
  {
    name: "position-facts",
    ways: FULL,
    reach: (scene) =>
      openPosition(scene, {
        position: {
          published_at: "2019-11-02",
          closes_at: "2020-01-31",
          employment_type: ["FULL_TIME"],
          workplace: "remote",
          remote_countries: ["ES", "PT"],
          places: [{ street: "Muelle 1", city: "Gijón", postal_code: "33201", country: "ES" }],
          pay: { min: 30_000, max: 35_000, currency: "EUR", unit: "year", text: "en 14 pagas" },
          department: "Taller",
          identifier: "T-7",
          notices: [
            { text: "Aquí elige una persona.", url: "https://a.example/" },
            { text: "Con convenio propio." },
          ],
        },
      }),
  },
  {
    name: "position-bare",
    ways: FULL,
    reach: (scene) =>
      openPosition(scene, {
        company: BARE_COMPANY,
        position: {
          description: "",
          location: "",
          contract_type: "",
          join_date: "",
          candidate_criteria_structured: {},
          apply_site_questions: {},
        },
      }),
  },
];
