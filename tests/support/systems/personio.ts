import { PICTURE, type BoardSystem } from "../board-system";
import { createJobKinds, startFakeSystem, type Answer, type BoardRequest } from "../fake-system";

const PERSONIO_KEY = "papi-client:s3cret:with-a-colon";
const TOKEN = "papi-token";

/** Creates a position in XML. `parts` replaces elements with text or XML. An empty string removes an element. */
function createPosition(index: number, id: string, parts: Record<string, string>): string {
  const part = (name: string, usual: string) => {
    const value = parts[name] ?? usual;
    return value.startsWith("<") || value === "" ? value : `<${name}>${value}</${name}>`;
  };
  return (
    `<position><id>${id}</id><subcompany>Taller Example</subcompany>` +
    part("office", "Valencia") +
    part("additionalOffices", "") +
    part("department", "Kiln") +
    "<recruitingCategory>Craft</recruitingCategory>" +
    part("name", `Glazer ${index + 1}`) +
    part(
      "jobDescriptions",
      "<jobDescriptions><jobDescription><name>Tasks &amp; tools</name>" +
        "<value><![CDATA[ <ul><li>You glaze &amp; fire</li></ul> ]]></value></jobDescription>" +
        "<jobDescription><name>Profile</name><value><![CDATA[<p>Steady hands.</p>]]></value>" +
        "</jobDescription></jobDescriptions>",
    ) +
    part("employmentType", "permanent") +
    "<seniority>experienced</seniority>" +
    part("schedule", "full-time") +
    "<yearsOfExperience>2-5</yearsOfExperience><keywords>kiln,glaze</keywords>" +
    part("createdAt", `2026-10-${String(1 + (index % 28)).padStart(2, "0")}T12:14:07+0200`) +
    "</position>"
  );
}

/** The body of a POST that sends an application. */
interface PersonioApplication {
  first_name: string;
  last_name: string;
  email: string;
  job_position_id: number;
  message?: string;
  recruiting_channel_id?: number;
  attributes: { id: string; value: string }[];
  files: { uuid: string; original_filename: string; category: string }[];
}

export const isApplication = ({ path }: Pick<BoardRequest, "path">) =>
  path === "/v2/recruiting/applications";

const problem = (status: number, code: string, field?: string): Answer => ({
  status,
  body: { errors: [{ ...(field !== undefined && { field }), errors: [{ reason: code }] }] },
});

/**
 * Starts a fake of Personio's feed and recruiting API as documented. The API's calls need a token. Files are
 * uploaded before the application.
 */
export async function startPersonio(kinds: Record<string, Record<string, string>> = {}) {
  const { jobs, jobId } = createJobKinds(
    { plain: {}, "everything required": {}, ...kinds },
    (index) => String(800_001 + index),
    createPosition,
  );
  /** Attributes that the company requires. */
  const required = new Set<string>();
  /** Accepted applications, in order. */
  const applications: PersonioApplication[] = [];
  /** Files by uuid. */
  const files = new Map<string, File>();
  const tokens = { given: 0, isExpired: false };

  function answer(request: BoardRequest): Answer {
    const { pathname } = new URL(request.path, "http://x");
    if (pathname === "/xml") {
      const text =
        '<?xml version="1.0" encoding="UTF-8"?>\n' +
        `<workzag-jobs>${[...jobs.values()].join("\n")}</workzag-jobs>\n`;
      return { status: 200, text, headers: { "Content-Type": "text/xml; charset=UTF-8" } };
    }
    if (pathname === "/v2/auth/token") return token(request);
    if (request.headers.authorization !== `Bearer ${TOKEN}` || tokens.isExpired) {
      return { status: 401, body: { title: "Unauthorized" } };
    }
    if (pathname === "/v2/recruiting/applications/documents") return storeFile(request);
    if (pathname === "/v2/recruiting/applications")
      return apply(request.json as PersonioApplication);
    return { status: 404, body: {} };
  }

  function token({ text }: BoardRequest): Answer {
    const parameters = new URLSearchParams(text);
    const key = `${parameters.get("client_id")}:${parameters.get("client_secret")}`;
    if (key !== PERSONIO_KEY || parameters.get("grant_type") !== "client_credentials") {
      return { status: 401, body: { error: "invalid_client" } };
    }
    tokens.given += 1;
    tokens.isExpired = false;
    return { status: 200, body: { access_token: TOKEN, expires_in: 86_400 } };
  }

  function storeFile({ form }: BoardRequest): Answer {
    const file = form?.get("file");
    if (!(file instanceof File)) return problem(400, "required-attribute", "file");
    const uuid = `7d0f360a-8da3-41ec-b909-${String(files.size).padStart(12, "0")}`;
    files.set(uuid, file);
    return { status: 201, body: { uuid, size: file.size, original_filename: file.name } };
  }

  function apply(body: PersonioApplication): Answer {
    if (!jobs.has(String(body.job_position_id))) return problem(400, "job-position.not-published");
    for (const id of required) {
      if (!body.attributes.some((attribute) => attribute.id === id && attribute.value !== "")) {
        return problem(400, "errors.attribute-validation.required-attribute", id);
      }
    }
    if (body.files.some(({ uuid }) => !files.has(uuid))) {
      return problem(400, "errors.file-validation.file-not-exists", "files");
    }
    const isDuplicate = applications.some(
      (one) => one.email === body.email && one.job_position_id === body.job_position_id,
    );
    if (isDuplicate) return problem(400, "applicant-already-exists", "email");
    applications.push(body);
    return { status: 201, body: {} };
  }

  const server = await startFakeSystem(answer);
  return { ...server, address: server.url, jobs, jobId, required, applications, files, tokens };
}

const KINDS = {
  remote: { office: "Remote - Spain" },
  "several places": {
    additionalOffices: "<additionalOffices><office>Gdańsk</office></additionalOffices>",
  },
  "bare place": { office: "Berlin" },
  pay: {},
  picture: {
    jobDescriptions: `<jobDescriptions><jobDescription><value><![CDATA[${PICTURE}]]></value></jobDescription></jobDescriptions>`,
  },
};

/** Configures the shared test suite. */
export const boardSystem = {
  name: "Personio",
  code: "pe",
  start: (more = {}) => startPersonio({ ...KINDS, ...more }),
  board: {
    ...{ system: "personio", board: "taller", key: "PERSONIO_KEY" },
    countries: { Valencia: "es", Gdańsk: "pl" },
  },
  secrets: { PERSONIO_KEY },
  reads: 1,
  isPost: isApplication,
  pay: "none",
  second: "refuses",
} as const satisfies BoardSystem;
