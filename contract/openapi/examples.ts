// Examples of the four calls, for docs/openapi.yaml.

/** Every fact of a position. */
export const facts = {
  published_at: "2026-11-02",
  closes_at: "2026-12-31",
  employment_type: ["FULL_TIME"],
  workplace: "hybrid",
  places: [
    {
      street: "Kaistraße 1",
      city: "Kiel",
      region: "Schleswig-Holstein",
      postal_code: "24103",
      country: "DE",
    },
  ],
  remote_countries: ["DE", "DK"],
  pay: { min: 48000, max: 54000, currency: "EUR", unit: "year", text: "and a ticket" },
  employer: "Werft Beispiel Service GmbH",
  collective_agreement: "Metal and electrical industry, Schleswig-Holstein",
  department: "Design",
  language: "en",
  identifier: "2026-114",
  notices: [
    {
      kind: "ai",
      text: "Every application is read by a person.",
      url: "https://jobs.example/how-we-choose",
    },
  ],
  talks_back: true,
  takes: ["source"],
  honours: ["idempotency-key"],
};

/** A field of each kind, and every form setting. */
export const formExample = {
  fields: [
    { id: "email", kind: "email", required: true },
    { id: "cover_letter", kind: "long_text", max: 10000 },
    { id: "about", kind: "note", label: "Say in your portfolio which parts are your work." },
    {
      id: "q_124",
      kind: "file",
      label: "Portfolio",
      hint: "A PDF, or a ZIP of pictures",
      required: true,
      accept: ["pdf", "zip"],
      max: 20000000,
    },
    { id: "linkedin", kind: "url" },
    { id: "city", kind: "text", label: "Where do you live?", max: 100 },
    { id: "start", kind: "date", label: "When could you start?", required: true },
    { id: "pay", kind: "number", label: "Expected salary, in euros", min: 0, max: 200000 },
    { id: "drive", kind: "yes_no", label: "Do you have a driving licence?" },
    {
      id: "q_123",
      kind: "one_of",
      label: "Are you allowed to work in Germany?",
      required: true,
      options: [
        { value: "1", label: "Yes" },
        { value: "0", label: "No" },
      ],
    },
    { id: "keep", kind: "consent", label: "Keep my data for a year" },
    {
      id: "d_9",
      kind: "some_of",
      label: "How did you hear about us?",
      section: "voluntary",
      options: ["A friend", "A fair", "Something else"],
    },
  ],
  sections: {
    voluntary: { title: "Optional", note: "Your answers do not affect our decision." },
  },
  standard: { phone: "optional", cv: "required" },
  cv_accept: ["pdf", "doc", "docx", "rtf"],
  cv_max_bytes: 2000000,
  apply_url: "https://jobs.example/designer",
};

/** Call 1. */
export const position = {
  uuid: "3f0b1c52-7a3e-4b8e-9d55-0c6f2f6a1e10",
  name: "Product designer",
  description: "<p>You design what people hold in their hands.</p>",
  location: "Kiel",
  join_date: "2027-01-15",
  client: "98582e77-f986-402e-ab16-8ddfcca2f489",
  country: "DE",
  contract_type: "Permanent",
  csrf_token: "9f2c4e",
  status: "open",
  candidate_criteria_structured: {
    essential_requirements: [{ name: "Three years of product design" }],
    complimentary_requirements: [{ name: "German" }],
  },
  apply_site_questions: {
    killer_questions: [{ question: "Can you come to Kiel twice a week?", answers: ["Yes", "No"] }],
    open_questions: [{ question: "What would you like to design?" }],
  },
  ...formExample,
  ...facts,
};

/** Call 2. */
export const client = {
  uuid: position.client,
  code: "acme",
  name: "Acme",
  description: "We make cups.",
  apply_page_css: ".btn-primary { background: #05a }",
  apply_page_js: "console.info('Acme');",
  logo: "https://jobs.example/logo.svg",
  main_image: "https://jobs.example/studio.jpg",
  favicon: "https://jobs.example/favicon.svg",
  privacy_policy: "# Privacy\n\nWe delete applications after six months.",
  language_default: "en",
  languages: ["en", "es-es"],
  country: "DE",
  is_cv_required: true,
  social_links: { linkedin: "https://www.linkedin.com/company/acme-example" },
  next_steps: "We write to you within a week.",
  sections: [
    {
      title: "How we work",
      text: "In **small** teams.",
      pictures: [
        { src: "https://jobs.example/team.jpg", alt: "Four of us", width: 1200, height: 800 },
      ],
    },
  ],
  texts: { en: { "career.open_positions": "Join us", "position.company": "Who we are" } },
};

/** Call 3. */
const { uuid, name, location, contract_type, join_date } = position;
export const listedPositions = {
  results: [{ uuid, name, location, contract_type, join_date, ...facts }],
  next: "https://platform.example/api/v1/hiring/acme/positions-public?page=2",
};

/** The part `fields` of call 4. */
export const answers = [
  { id: "email", value: "ana@example.org" },
  { id: "cover_letter", value: "Hello,\r\nI have made cups for ten years." },
  { id: "linkedin", value: "https://www.linkedin.com/in/ana-example" },
  { id: "city", value: "Valencia" },
  { id: "start", value: "2027-01-11" },
  { id: "pay", value: "29500.5" },
  { id: "drive", value: false },
  { id: "q_123", value: "1" },
  { id: "keep", value: { given: true, text: "Keep my data for a year" } },
  { id: "d_9", value: ["A friend", "Something else"] },
];

export const source = { utm_source: "linkedin", gh_src: "a1b2" };

export const refusal = {
  detail: "Correct the answers below.",
  errors: [
    { field: "q_124", message: "The portfolio is protected by a password." },
    { field: "phone", message: "This number is not in use." },
  ],
};

export const notFound = { detail: "Not found." };
