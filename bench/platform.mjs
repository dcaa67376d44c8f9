// Runs a hiring platform of any size. Prints its URL, and exits with the parent process. Stores nothing:
// computes each client and position from its id.
import { createServer } from "node:http";

/** Returns the number of positions from a client's id: `client-{positions}-{number}`. */
const parseSize = (/** @type {string} */ client) => Number(client.split("-")[1] ?? 0);

const DESCRIPTION = `<p>${"Buscamos a una persona con ganas de aprender, que cuide los detalles y disfrute trabajando en equipo. ".repeat(8)}</p>
<h2>Qué harás</h2><ul>${"<li>Atender a quien entra, con calma y con una sonrisa.</li>".repeat(6)}</ul>`;

/** @param {string} id */
const position = (id) => ({
  uuid: id,
  name: `Jefe de taller ${id}`,
  description: DESCRIPTION,
  location: "Bilbao",
  contract_type: "Indefinido",
  join_date: "2026-09-01",
  client: `client-${id.split("-")[1] ?? "1"}-0`,
  candidate_criteria_structured: {
    essential_requirements: [{ name: "Ganas de aprender" }, { name: "Carné de conducir" }],
    complimentary_requirements: [{ name: "Inglés" }],
  },
  apply_site_questions: {
    killer_questions: [
      { question: "¿Tienes permiso de trabajo?", answers: ["Sí", "No"] },
      { question: "¿Cuándo puedes empezar?", answers: ["Ya", "En un mes", "Más tarde"] },
    ],
    open_questions: [{ question: "¿Por qué quieres trabajar aquí?" }],
  },
});

/** @param {string} id */
const client = (id) => ({
  uuid: id,
  code: id,
  name: `Taller ${id}`,
  description: "Reparamos bicicletas desde 1987.",
  privacy_policy: "# Privacidad\n\nGuardamos lo justo.",
  language_default: "es-es",
  country: "ES",
  is_cv_required: true,
});

/** @param {string} id */
const positions = (id) =>
  Array.from({ length: parseSize(id) }, (_, index) => ({
    uuid: `position-${parseSize(id)}-${index}`,
    name: `Jefe de taller ${index}`,
    location: "Bilbao",
    contract_type: "Indefinido",
    join_date: "2026-09-01",
  }));

/** While true, reads get no response. Set by `POST /stall`. */
let stalls = false;

/** Number of reads since the last `POST /reads`, which returns it. */
let reads = 0;

const server = createServer((request, response) => {
  const path = (request.url ?? "").split("/").slice(1);
  if (request.method === "POST") {
    if (path[0] === "reads") {
      response.end(String(reads));
      return void (reads = 0);
    }
    stalls = path[0] === "stall";
    return void response.end();
  }
  reads += 1;
  if (stalls) return;
  const [area, name = "", third = ""] = path;
  const body =
    area === "account" ? client(third) : name === "positions" ? position(third) : positions(name);
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(body));
});
server.keepAliveTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
});
process.stdin.resume().once("end", () => process.exit());
