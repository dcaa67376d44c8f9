import { runInDurableObject } from "cloudflare:test";
import { env as bindings } from "cloudflare:workers";
import { groupHeldFiles, type Application } from "~/app/application/model/application";
import {
  createApplicationId,
  createApplications,
  type ApplicationEnv,
  type ApplicationHandle,
} from "~/app/application/delivery/applications.server";
import type { Contents } from "~/app/application/delivery/state";
import type { FieldFile } from "~/app/application/model/files";
import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform-data";
import { given } from "./given";
import { platform, type Behaviour } from "./platform";

/** Returns the Worker's environment with the test's changes. */
export const siteEnv = (): ApplicationEnv =>
  ({ ...bindings, ...given.env }) as unknown as ApplicationEnv;

export const applications = () => createApplications(siteEnv());

const ANA: Application = {
  firstName: "Ana",
  lastName: "Pérez",
  phone: "+34612345678",
  killerQuestions: [{ question: "¿Tienes permiso de trabajo?", answer: "Sí" }],
  openQuestions: [{ question: "¿Por qué quieres trabajar aquí?", answer: "Por las bicicletas" }],
};

type Optional = "fields" | "voluntary" | "source" | "isSuspect" | "honoursKeys" | "recaptchaToken";

/** Changes to the default form. `upload` is the CV's upload number. */
export interface Form extends Partial<Application>, Partial<Pick<Contents, Optional>> {
  upload?: number | undefined;
  /** Files other than the CV. */
  files?: FieldFile[];
  voluntaryFiles?: string[];
  csrfToken?: string;
  isCorrection?: boolean;
  isLeftToAlarm?: boolean;
  labels?: { name: string; label?: string }[];
}

/** Creates a candidate with an application for a position. The application is new by default. */
export async function candidate({
  position = "questions",
  id = createApplicationId(),
}: { position?: keyof typeof fakePositions; id?: string } = {}) {
  const positionUuid = fakePositions[position];
  return createCandidate(await applications().open(id, positionUuid), positionUuid);
}

function createCandidate({ id, receiptId, object }: ApplicationHandle, positionUuid: string) {
  return {
    id,
    receiptId,
    object,
    positionUuid,
    /** Sends a form to the object. @param isRepeat whether the Worker sends the form again after a crash */
    send(form: Form = {}, isRepeat = false) {
      const { recaptchaToken = "", isCorrection = false, isLeftToAlarm = false, ...others } = form;
      const { labels = [], ...rest } = others;
      const { fields, files = [], voluntary, voluntaryFiles = [], honoursKeys, ...more } = rest;
      const { upload, csrfToken, isSuspect = false, source, ...changes } = more;
      const submission = {
        contents: {
          applicationId: id,
          clientUuid: fakeClientUuid,
          application: { ...ANA, ...changes },
          csrfToken,
          recaptchaToken,
          isSuspect,
          pageLanguage: "es-ES",
          files: [...(upload === undefined ? [] : [{ field: "cv", upload }]), ...files],
          ...(fields && { fields }),
          ...(voluntary && { voluntary }),
          ...(source && { source }),
          ...(honoursKeys && { honoursKeys }),
        },
        record: {
          receiptId,
          company: { name: "Taller Norte", code: fakeClientCode, uuid: fakeClientUuid },
          positionTitle: "Jefe de taller",
          labels,
        },
        voluntaryFiles,
        ...{ isCorrection, isLeftToAlarm },
      };
      return object.submit(submission, isRepeat);
    },

    heldCv: async () => groupHeldFiles(await object.heldFiles()).heldCv,
    status: async () => (await object.receipt(positionUuid))?.status,
  };
}

export type Candidate = ReturnType<typeof createCandidate>;

/** Crashes an application's object. @returns the candidate with a stub of the restarted object */
export async function crash({
  id,
  object,
  receiptId,
  positionUuid,
}: Candidate): Promise<Candidate> {
  await runInDurableObject(object, (_, context) => context.abort("crashed")).catch(() => undefined);
  const next = siteEnv().APPLICATIONS.getByName(receiptId);
  return createCandidate({ id, receiptId, object: next }, positionUuid);
}

/** Sends an application without a CV. @param behaviours the platform's behaviours for the first attempts */
export async function sent(...behaviours: Behaviour[]): Promise<Candidate> {
  platform.next(...behaviours);
  const ana = await candidate();
  await ana.send();
  return ana;
}
