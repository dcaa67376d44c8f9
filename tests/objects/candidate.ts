import { runInDurableObject } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import type { Application } from "../../app/application/application";
import type { ApplicationObject } from "../../app/application/object/application-object.server";
import {
  createApplicationId,
  createApplications,
} from "../../app/application/object/applications.server";
import type { ApplicationEnv } from "../../app/application/object/objects.server";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { given } from "./given";

type Position = keyof typeof fakePositions;

/** What a Worker of the test's site has in its environment: `pool.ts` binds the rest. */
export const siteEnv = (): ApplicationEnv =>
  ({ ...bindings, ...given.env }) as unknown as ApplicationEnv;

export const ANA: Application = {
  firstName: "Ana",
  lastName: "Pérez",
  phone: "+34612345678",
  killerQuestions: [{ question: "¿Tienes permiso de trabajo?", answer: "Sí" }],
  openQuestions: [{ question: "¿Por qué quieres trabajar aquí?", answer: "Por las bicicletas" }],
};

/** What a form says besides; its CV is an upload of the application's. */
interface Form extends Partial<Application> {
  upload?: number | undefined;
  csrfToken?: string;
  recaptchaToken?: string;
  isSuspect?: boolean;
}

/** A candidate with a new application (or one with an id) of a position. */
export async function candidate({
  position = "questions",
  id = createApplicationId(),
}: { position?: Position; id?: string } = {}) {
  const positionUuid = fakePositions[position];
  const application = await createApplications(siteEnv()).open(id, positionUuid);
  const { object, receiptId } = application;
  return {
    ...application,
    positionUuid,
    /** Sends a form, as the Worker hands it to the object. */
    send({ upload, csrfToken, recaptchaToken = "", isSuspect = false, ...changes }: Form = {}) {
      return object.submit({
        applicationId: application.id,
        receiptId,
        upload,
        clientUuid: fakeClientUuid,
        company: { name: "Taller Norte", code: fakeClientCode, uuid: fakeClientUuid },
        positionTitle: "Jefe de taller",
        application: { ...ANA, ...changes },
        csrfToken,
        recaptchaToken,
        isSuspect,
      });
    },
    /** Where it stands, by its receipt. */
    standing: async () => (await object.receipt(positionUuid))?.standing,
  };
}

export type Candidate = Awaited<ReturnType<typeof candidate>>;

/** A PDF of so many bytes, with a text in it that is nowhere else. */
export function newCv(bytes = 200) {
  const marker = `marker-${crypto.randomUUID()}`;
  const content = new TextEncoder().encode(`%PDF-1.7\n${marker}\n`.padEnd(bytes, marker));
  return { content, marker };
}

/** Has a CV stored, not held yet. @returns its number */
export async function store(
  stub: DurableObjectStub<ApplicationObject>,
  content: Uint8Array<ArrayBuffer>,
  name = "cv.pdf",
): Promise<number> {
  const stream = new Response(content).body;
  if (!stream) throw new Error("A response has a body");
  const cv = await stub.receiveCv({ name, contentType: "application/pdf" }, stream);
  if (!cv) throw new Error("It is not of an accepted type");
  return cv.upload;
}

/** Whether a text is anywhere in what an object has stored. */
export const holds = (stub: DurableObjectStub<ApplicationObject>, text: string): Promise<boolean> =>
  runInDurableObject(stub, (_, { storage }) => {
    const values = JSON.stringify([...storage.kv.list()]);
    const tables = storage.sql.exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'cv%'",
    );
    const rows = tables
      .toArray()
      .flatMap(({ name }) => [...storage.sql.exec(`SELECT * FROM ${name}`)]);
    const cells = rows.flatMap((row) => Object.values(row));
    const texts = cells.map((cell) =>
      cell instanceof ArrayBuffer ? new TextDecoder().decode(cell) : String(cell),
    );
    return [values, ...texts].some((one) => one.includes(text));
  });
