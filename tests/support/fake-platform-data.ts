/** A record in the platform's snake_case. */
export type Json = Record<string, unknown>;

export const fakeClientUuid = "0f0c1d7e-4b1c-4a57-9d9e-6a4f4f0f8f11";
export const fakeClientCode = "taller-norte";
/** A second client, whose positions require a CV. */
const fakeCvClientUuid = "c3b6a2ce-5a19-4c0e-8a3b-2d5f7f5b9a42";
const fakeCvClientCode = "casa-lumbre";

export const fakePositions = {
  plain: "7d0e5a7c-93c1-4a0b-8f0e-0c8a8b1f6d01",
  /** A position whose two killer questions and open question are in an object. */
  questions: "1b7b2c6a-6a35-4f57-9f6b-3c2a9d5e7f02",
  /** A position whose killer and open questions are in a list. */
  listQuestions: "5e9d8f10-2c44-4d8e-b1a7-7f3e6c9b8a03",
  /** A position with a CSRF token, which applications must send. */
  csrf: "9a3f4e5d-8b21-4c6f-a2d9-1e0b7c8d9e04",
  /** A position of the client that requires a CV. */
  cvRequired: "2f6c7b8a-1d30-4e9a-8c5b-4d3a2b1c0f05",
  closed: "6b8a9c0d-7e52-4f1b-9d3c-5a4b3c2d1e06",
} as const;

export const fakeCsrfToken = "fake-csrf-token-1";

export function builtInClients(): Map<string, Json> {
  const clients: Json[] = [
    {
      uuid: fakeClientUuid,
      code: fakeClientCode,
      name: "Taller Norte",
      description: "Reparamos bicicletas.\nDesde 1987.",
      apply_page_css: "",
      apply_page_js: "",
      logo: null,
      main_image: null,
      favicon: null,
      privacy_policy: "# Privacidad\n\nGuardamos lo justo.",
      language_default: "es-es",
      country: "ES",
      is_cv_required: false,
      social_links: { linkedin: "https://example.com/taller-norte" },
    },
    {
      uuid: fakeCvClientUuid,
      code: fakeCvClientCode,
      name: "Casa Lumbre",
      description: "Cocina de leña.",
      privacy_policy: "# Privacidad\n\nBorramos todo al año.",
      language_default: "es-mx",
      country: "MX",
      is_cv_required: true,
    },
  ];
  return new Map(clients.map((client) => [String(client.uuid), client]));
}

export function builtInPositions(): Map<string, Json> {
  const common = {
    description: "<p>Un puesto de <strong>verdad</strong>.</p>",
    location: "Bilbao",
    join_date: "2026-09-01",
    client: fakeClientUuid,
    contract_type: "Indefinido",
    candidate_criteria_structured: {
      essential_requirements: [{ name: "Ganas de aprender" }],
      complimentary_requirements: [{ name: "Inglés" }],
    },
  };
  const killerQuestions = [
    { question: "¿Tienes permiso de trabajo?", answers: ["Sí", "No"] },
    { question: "¿Cuándo puedes empezar?", answers: ["Ya", "En un mes", "Más tarde"] },
  ];
  const positions: Json[] = [
    { ...common, uuid: fakePositions.plain, name: "Mecánica de bicicletas" },
    {
      ...common,
      uuid: fakePositions.questions,
      name: "Jefe de taller",
      apply_site_questions: {
        killer_questions: killerQuestions,
        open_questions: [{ question: "¿Por qué quieres trabajar aquí?" }],
      },
    },
    {
      ...common,
      uuid: fakePositions.listQuestions,
      name: "Atención al público",
      apply_site_questions: [...killerQuestions, { question: "Cuéntanos algo de ti", answers: [] }],
    },
    { ...common, uuid: fakePositions.csrf, name: "Almacén", csrf_token: fakeCsrfToken },
    {
      ...common,
      uuid: fakePositions.cvRequired,
      name: "Jefa de cocina",
      location: "Puebla",
      client: fakeCvClientUuid,
    },
    { ...common, uuid: fakePositions.closed, name: "Puesto cerrado", status: "closed" },
  ];
  return new Map(positions.map((position) => [String(position.uuid), position]));
}
