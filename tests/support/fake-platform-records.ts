import {
  builtInClients,
  builtInPositions,
  fakeClientUuid,
  fakePositions,
  type Json,
} from "./fake-platform-data";
import { parseMultipart, type ReceivedFile, type ReceivedParts } from "./fake-platform-multipart";
import type { FakeResponse, Route } from "./fake-platform-http";

export interface ReceivedApplication extends ReceivedParts {
  clientRef: string;
  positionId: string;
  idempotencyKey: string | undefined;
  headers: Record<string, string>;
  /** Returns the first value of a field. */
  field(name: string): string | undefined;
  cv: ReceivedFile | undefined;
  /** The parsed part `fields`. */
  answers: { id: string; value: unknown }[] | undefined;
  /** Returns the file of the part `file:<id>`. */
  getFile(id: string): ReceivedFile | undefined;
}

interface CallData {
  /** The names are in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Creates the fake platform's clients, positions and applications. `usualAnswer` processes a call. */
export function createRecords(apiKey: string | undefined) {
  let clients = builtInClients();
  let positions = builtInPositions();
  /** The applications, without repeats of an `Idempotency-Key`. */
  const applications: ReceivedApplication[] = [];
  const personal = new Set<string>();
  const answered = new Map<string, FakeResponse>();

  function usualAnswer(match: Route | undefined, call: CallData): FakeResponse {
    if (apiKey !== undefined && call.headers["x-api-key"] !== apiKey) {
      return { status: 401, body: { detail: "Invalid API key" } };
    }
    if (!match) return notFound;
    if (match.call === "position") return answerWith(positions.get(match.positionId));
    if (match.call === "client") return answerWith(clients.get(match.clientRef));
    if (match.call === "positions") return listPositions(match.clientRef);
    return apply(match, call);
  }

  function listPositions(clientRef: string): FakeResponse {
    if (!clients.has(clientRef)) return notFound;
    const open = [...positions.values()].filter(
      (position) => position.client === clientRef && position.status !== "closed",
    );
    return {
      body: open.map(({ uuid, name, location, contract_type, join_date }) => ({
        uuid,
        name,
        location,
        contract_type,
        join_date,
      })),
    };
  }

  function apply(match: Route, { headers, body }: CallData): FakeResponse {
    const position = positions.get(match.positionId);
    if (position?.client !== match.clientRef) return notFound;
    const token = position.csrf_token;
    if (typeof token === "string" && headers["x-csrftoken"] !== token) {
      return { status: 403, body: { detail: "CSRF token missing or wrong" } };
    }
    const idempotencyKey = headers["idempotency-key"];
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    if (before) return before;
    const parts = parseMultipart(headers["content-type"] ?? "", body);
    if (!parts) return { status: 400, body: { detail: "Malformed multipart body" } };
    const { clientRef, positionId } = match;
    const typed = parts.fields.map(([, value]) => value);
    const fileNames = parts.files.map(({ fileName }) => fileName);
    for (const text of [...typed, ...fileNames, idempotencyKey]) if (text) personal.add(text);
    applications.push({
      clientRef,
      positionId,
      idempotencyKey,
      headers,
      ...parts,
      field: (name) => parts.fields.find(([field]) => field === name)?.[1],
      cv: parts.files.find((file) => file.name === "cv"),
      answers: parseAnswers(parts),
      getFile: (id) => parts.files.find((file) => file.name === `file:${id}`),
    });
    const answer: FakeResponse = { status: 201, body: { id: applications.length } };
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, answer);
    return answer;
  }

  return {
    applications,
    personal,
    usualAnswer,

    position: (uuid: string, overrides: Json): void => {
      const known = positions.get(uuid) ?? { ...positions.get(fakePositions.plain), uuid };
      positions.set(uuid, { ...known, ...overrides });
    },

    client: (overrides: Json, uuid: string = fakeClientUuid): void => {
      clients.set(uuid, { ...(clients.get(uuid) ?? { uuid, code: uuid }), ...overrides });
    },

    reset: (): void => {
      clients = builtInClients();
      positions = builtInPositions();
      applications.length = 0;
      answered.clear();
    },
  };
}

function parseAnswers({ fields }: ReceivedParts): ReceivedApplication["answers"] {
  const text = fields.find(([name]) => name === "fields")?.[1];
  return text === undefined ? undefined : (JSON.parse(text) as { id: string; value: unknown }[]); // the contract's format
}

const notFound: FakeResponse = { status: 404, body: { detail: "Not found." } };

function answerWith(record: Json | undefined): FakeResponse {
  return record ? { body: record } : notFound;
}
