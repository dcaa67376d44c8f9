import { runInDurableObject } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import type { Application } from "../../app/application/model/application";
import {
  createApplicationId,
  createApplications,
  type ApplicationHandle,
} from "../../app/application/delivery/applications.server";
import { heldOf } from "../../app/application/delivery/held";
import type { FieldFile } from "../../app/application/model/files";
import type { ApplicationEnv } from "../../app/application/delivery/objects.server";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { given } from "./given";
import { platform, type Mood } from "./platform";

/** What the tests read from the Worker's environment; `pool.ts` binds the rest. */
export const siteEnv = (): ApplicationEnv =>
  ({ ...bindings, ...given.env }) as unknown as ApplicationEnv;

export const applications = () => createApplications(siteEnv());

export const ANA: Application = {
  firstName: "Ana",
  lastName: "Pérez",
  phone: "+34612345678",
  killerQuestions: [{ question: "¿Tienes permiso de trabajo?", answer: "Sí" }],
  openQuestions: [{ question: "¿Por qué quieres trabajar aquí?", answer: "Por las bicicletas" }],
};

/** What a form may say besides; `upload` is the number of its CV. */
export interface Form extends Partial<Application> {
  upload?: number | undefined;
  /** The other files. */
  files?: FieldFile[];
  /** The answers to the position's own fields, and the voluntary ones among them: lists in JSON. */
  fields?: string;
  voluntary?: string;
  /** Where the candidate came from: an object in JSON. */
  source?: string | undefined;
  voluntaryFiles?: string[];
  csrfToken?: string;
  recaptchaToken?: string;
  isSuspect?: boolean;
  isCorrection?: boolean;
  honoursKeys?: boolean;
  labels?: { name: string; label?: string }[];
}

/** A candidate with an application for a position: a new one, unless an id is given. */
export async function candidate({
  position = "questions",
  id = createApplicationId(),
}: { position?: keyof typeof fakePositions; id?: string } = {}) {
  const positionUuid = fakePositions[position];
  return candidateOf(await applications().open(id, positionUuid), positionUuid);
}

function candidateOf({ id, receiptId, object }: ApplicationHandle, positionUuid: string) {
  return {
    id,
    receiptId,
    object,
    positionUuid,
    /** Sends a form to the object, as the Worker does; `isRepeat`: once more by itself, after a crash. */
    send(form: Form = {}, isRepeat = false) {
      const {
        recaptchaToken = "",
        isSuspect = false,
        isCorrection = false,
        labels = [],
        fields,
        files,
        voluntary,
        voluntaryFiles,
        source,
        honoursKeys,
        upload,
        csrfToken,
        ...changes
      } = form;
      const delivery = {
        applicationId: id,
        receiptId,
        upload,
        csrfToken,
        recaptchaToken,
        isSuspect,
        isCorrection,
        clientUuid: fakeClientUuid,
        company: { name: "Taller Norte", code: fakeClientCode, uuid: fakeClientUuid },
        positionTitle: "Jefe de taller",
        application: { ...ANA, ...changes },
        labels,
        ...(files && { files }),
        ...(honoursKeys && { honoursKeys }),
        ...(fields !== undefined && { fields }),
        ...(voluntary !== undefined && { voluntary }),
        ...(voluntaryFiles && { voluntaryFiles }),
        ...(source !== undefined && { source }),
      };
      return object.submit(delivery, isRepeat);
    },
    /** The CV that it holds. */
    heldCv: async () => heldOf(await object.heldFiles()).heldCv,
    /** What its receipt says of where it stands; undefined without a receipt. */
    standing: async () => (await object.receipt(positionUuid))?.standing,
  };
}

export type Candidate = ReturnType<typeof candidateOf>;

/** Ends an application's object as a crash does: its storage stays. @returns the way to the next one */
export async function crash({
  id,
  object,
  receiptId,
  positionUuid,
}: Candidate): Promise<Candidate> {
  await runInDurableObject(object, (_, context) => context.abort("crashed")).catch(() => undefined);
  const next = siteEnv().APPLICATIONS.getByName(receiptId);
  return candidateOf({ id, receiptId, object: next }, positionUuid);
}

/** An application without a CV whose first attempts have these outcomes; the first has been made. */
export async function sent(...moods: Mood[]): Promise<Candidate> {
  platform.next(...moods);
  const ana = await candidate();
  await ana.send();
  return ana;
}
