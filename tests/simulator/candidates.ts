import type { ApplicationHandle } from "~/app/application/delivery/applications.server";
import type { ReceivedFile } from "~/app/application/intake/receive.server";
import { submit } from "~/app/application/intake/submit.server";
import { sendFile, uploadInPieces, type Field } from "./cvs";
import type { Random } from "./random";
import { Process } from "./scheduler";
import { POSITION, type Filled, type Sent } from "./locator";
import type { World } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Answer =
  | Awaited<ReturnType<typeof submit>>["answer"]
  /** The request failed or its Worker crashed. */
  | { outcome: "broken" };

/** Form data other than the entered values. */
interface Sending {
  /** The upload numbers of files that the application's object already stores. */
  uploads?: Uploads;
  corrects?: boolean;
}

type Uploads = Partial<Record<Field, number>>;

const FIELDS = ["cv", "portfolio"] as const;

/** In every seventh schedule, the position has two file fields. */
const TWO_FILES = { every: 7, at: 2 };

export class Candidates {
  readonly #random: Random;
  readonly #sendsPieces: boolean;
  readonly #sendsCorrections: boolean;
  readonly #hasTwoFileFields: boolean;
  /** The upload numbers of files that were uploaded in pieces. */
  readonly #uploads = new Map<Filled, Uploads>();
  #corrections = 0;

  constructor(private readonly world: World) {
    this.#random = world.people;
    this.#sendsPieces = world.habits.chance(0.3);
    this.#sendsCorrections = world.habits.chance(0.5);
    this.#hasTwoFileFields = world.seed % TWO_FILES.every === TWO_FILES.at;
  }

  /** Simulates a candidate who sends a form and sometimes sends it again or changes it. */
  async apply(number: number, isInCrowd: boolean): Promise<void> {
    const { scheduler } = this.world;
    const random = this.#random;
    const person = new Process(`candidate ${number}`);
    const id = `id-${number}-${String(this.world.seed).padStart(12, "0")}`;
    await scheduler.sleep(person, isInCrowd ? random.whole(0, MINUTE) : random.time(1, HOUR));
    let filled = this.#fillIn(number, 0, isInCrowd);
    for (let round = 1; round <= 4; round += 1) {
      const isDoubleClick = !isInCrowd && random.chance(0.1);
      const [answer] = await Promise.all([
        this.#send(person, id, filled),
        ...(isDoubleClick ? [this.#sendLater(person, id, filled)] : []),
      ]);
      if (isInCrowd) return;
      await scheduler.sleep(person, random.time(500, 20 * MINUTE));
      if (random.chance(answer.outcome === "accepted" ? 0.6 : 0.25)) return;
      if (random.chance(answer.outcome === "broken" ? 0.1 : 0.4)) {
        filled = this.#fillIn(number, round, false);
      }
    }
  }

  async #sendLater(person: Process, id: string, filled: Filled): Promise<void> {
    await this.world.scheduler.sleep(person, this.#random.time(1, 5000));
    await this.#send(person, id, filled);
  }

  #fillIn(number: number, version: number, isPlain: boolean): Filled {
    const random = this.#random;
    const name = `${random.chance(0.03) ? "Known" : "Ana"}${number}v${version}x`;
    const hasCv = !isPlain && random.chance(0.35);
    const size = random.chance(0.9) ? random.whole(0, 200) : random.whole(60_000, 140_000);
    return {
      name,
      lastName: `Pérez ${name}`,
      phone: `+3460000${number}${version}00`,
      answer: `Yes, ${name}`,
      cv: hasCv ? `%PDF-1.4 ${name} ${"z".repeat(size)}` : undefined,
      portfolio: this.#hasTwoFileFields && !isPlain ? this.#createPortfolio(name) : undefined,
    };
  }

  #createPortfolio(name: string): string | undefined {
    const { habits } = this.world;
    if (!habits.chance(0.7)) return undefined;
    const size = habits.chance(0.9) ? habits.whole(0, 200) : habits.whole(60_000, 140_000);
    return `%PDF-1.4 portfolio of ${name} ${"p".repeat(size)}`;
  }

  /** Submits a form as the Worker does and records the response. */
  async #send(
    person: Process,
    id: string,
    filled: Filled,
    { uploads: held, corrects = false }: Sending = {},
  ): Promise<Answer> {
    const { scheduler, settings, recorder, platform, requests } = this.world;
    const uploads = held ?? (await this.#uploadFiles(person, id, filled));
    const since = scheduler.now;
    const isLate = platform.hangsOnReads && settings.DELIVER_LATER === "on";
    const sent = recorder.recordForm(id, filled, corrects);
    const response = await requests.send(person, `sends ${filled.name}`, async (site) => {
      const application = await site.open(id, POSITION);
      const files = new Map<Field, ReceivedFile>();
      for (const field of FIELDS) {
        const upload = uploads[field];
        const isHeld = upload !== undefined;
        if (isHeld && (await findFile(application, upload, corrects, field)) === undefined) {
          this.#uploads.delete(filled);
          return { answer: { outcome: "file-gone" as const, fields: [field] } };
        }
        const file = isHeld
          ? { state: "held" as const, upload, isNamed: true }
          : await sendFile(application, field, filled[field]);
        files.set(field, file);
      }
      const options = {
        application,
        files,
        applications: site,
        position: { positionUuid: POSITION, isCvRequired: filled.cv !== undefined },
      };
      // A double click requests two attempts, even if the first response is in transit.
      recorder.allowAttempt(filled.name);
      const form = {
        ...createForm(filled, platform.honoursKeys),
        ...(corrects && { isCorrection: true }),
        // The Worker timed out while it read the position.
        ...(isLate && { isLeftToAlarm: true }),
      };
      if (isLate) scheduler.situations.add("a form is left to the alarm");
      const { answer, by } = await submit(form, options);
      return { answer, by: { id: by.id, receiptId: by.receiptId } };
    });
    const answer: Answer = response?.answer ?? { outcome: "broken" };
    recorder.recordAnswer(sent, answer, response?.by, since);
    if (answer.outcome === "file-gone") this.#uploads.delete(filled);
    if (answer.outcome === "accepted") this.#scheduleReceiptReads(sent);
    return answer;
  }

  /** Uploads a form's files in pieces in some schedules. Reuses earlier uploads of the same form. */
  async #uploadFiles(person: Process, id: string, filled: Filled): Promise<Uploads> {
    const before = this.#uploads.get(filled);
    if (before !== undefined || !this.#sendsPieces) return before ?? {};
    const uploads: Uploads = {};
    const sending = FIELDS.map(async (field) => {
      const file = filled[field];
      if (file === undefined) return;
      const upload = await uploadInPieces(file, this.world, { person, id, field });
      if (upload !== undefined) uploads[field] = upload;
    });
    await Promise.all(sending);
    if (Object.keys(uploads).length > 0) this.#uploads.set(filled, uploads);
    return uploads;
  }

  #scheduleReceiptReads(sent: Sent): void {
    const { scheduler, settings } = this.world;
    const random = this.#random;
    const { DELIVER_FOR_MS, KEEP_FAILED_MS } = settings;
    const times = [
      random.time(1000, HOUR),
      random.time(HOUR, 4 * HOUR),
      4.5 * HOUR,
      random.time(MINUTE, DELIVER_FOR_MS + KEEP_FAILED_MS),
    ];
    for (const time of times) {
      const person = new Process(`reader of ${sent.filled.name}`);
      scheduler.schedule(person, time, "", () => scheduler.spawn(this.#readReceipt(person, sent)));
    }
  }

  async #readReceipt(person: Process, sent: Sent): Promise<void> {
    const { recorder, requests } = this.world;
    const found = await requests.send(
      person,
      `reads ${sent.filled.name}'s receipt`,
      async (site) => ({
        status: (await site.receipt(sent.receiptId, POSITION))?.status,
      }),
    );
    if (!found) return;
    recorder.recordReceipt(sent, found.status);
    if (this.#sendsCorrections && found.status === "undelivered")
      await this.#sendCorrection(person, sent);
  }

  /** Returns a new file if the given file is damaged. */
  #chooseAgain(file: string | undefined, name: string): string | undefined {
    const isDamaged = file !== undefined && this.world.locator.damaged.has(file);
    return isDamaged ? `%PDF-1.4 ${name} again ${"a".repeat(100)}` : undefined;
  }

  /** Corrects an undelivered application and sends it under the same id. */
  async #sendCorrection(person: Process, sent: Sent): Promise<void> {
    const { scheduler, recorder, locator, requests, habits } = this.world;
    const { filled, applicationId } = sent;
    const back = await requests.send(person, `asks for ${filled.name}'s form`, async (site) => {
      const form = await (await site.findObject(applicationId))?.correction(POSITION);
      // A later form might have replaced this form.
      return locator.isHeld(sent) ? form : undefined;
    });
    if (!back) return;
    recorder.checkCorrection(sent, back);
    const keeps = habits.chance(0.7);
    const cv = keeps ? back.heldCv?.upload : undefined;
    const portfolio = keeps ? back.heldFiles?.[0]?.upload : undefined;
    this.#corrections += 1;
    if (locator.isDamaged(sent)) scheduler.situations.add("a damaged file is chosen again");
    const version = 10 + this.#corrections;
    const name = `Ana${version}mended${this.world.seed}x`;
    const mended: Filled = {
      name,
      lastName: `Pérez ${name}`,
      phone: `+34700000${version}`,
      answer: `Yes, ${name}`,
      cv: cv === undefined ? this.#chooseAgain(filled.cv, name) : filled.cv,
      portfolio:
        portfolio === undefined ? this.#chooseAgain(filled.portfolio, name) : filled.portfolio,
    };
    const uploads = {
      ...(cv !== undefined && { cv }),
      ...(portfolio !== undefined && { portfolio }),
    };
    await this.#send(person, applicationId, mended, { uploads, corrects: true });
  }
}

const findFile = ({ object }: ApplicationHandle, upload: number, corrects: boolean, field: Field) =>
  object.findUpload(upload, corrects, field);

function createForm({ name, lastName, phone, answer }: Filled, honoursKeys: boolean) {
  return {
    contents: {
      clientUuid: "client-1",
      application: {
        firstName: name,
        lastName,
        phone,
        killerQuestions: [{ question: "May you work here?", answer }],
        openQuestions: [],
      },
      csrfToken: "token-0",
      recaptchaToken: "",
      ...(honoursKeys && { honoursKeys }),
    },
    record: {
      company: { name: "Taller Norte", code: "taller", uuid: "client-1" },
      positionTitle: "Mechanic",
      labels: [],
    },
  };
}
