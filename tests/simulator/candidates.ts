import { createApplications } from "../../app/application/delivery/applications.server";
import type { ApplicationEnv } from "../../app/application/delivery/objects.server";
import { createOperator } from "../../app/application/delivery/operator.server";
import type { ReceivedCv } from "../../app/application/intake/receive.server";
import { submit } from "../../app/application/intake/submit.server";
import type { Book } from "./book";
import type { Settings } from "./conditions";
import { Random } from "./random";
import { POSITION, type Filled, type Sent } from "./whereabouts";
import { Process, type Scheduler } from "./scheduler";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface PeopleOptions {
  seed: number;
  scheduler: Scheduler;
  book: Book;
  env: ApplicationEnv;
  settings: Settings;
  latency: () => number;
  /** How often a request's Worker is ended. */
  crashes: number;
}

type Answer =
  | Awaited<ReturnType<typeof submit>>["answer"]
  /** The Worker, or the object, was ended: the candidate reads an error, and knows nothing. */
  | { outcome: "broken" };

/** Everybody who uses the site: candidates, and an operator. */
export class People {
  readonly #options: PeopleOptions;
  readonly #random: Random;

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.#random = new Random(options.seed, "people");
  }

  /** A candidate comes, sends a form, and does what candidates do. */
  async candidate(number: number, isInCrowd: boolean): Promise<void> {
    const { scheduler } = this.#options;
    const random = this.#random;
    const person = new Process(`candidate ${number}`);
    const id = `id-${number}-${String(this.#options.seed).padStart(12, "0")}`;
    await scheduler.sleep(person, isInCrowd ? random.whole(0, MINUTE) : random.time(1, HOUR));
    let filled = this.#fillIn(number, 0, isInCrowd);
    for (let turn = 1; turn <= 4; turn += 1) {
      const isTwice = !isInCrowd && random.chance(0.1);
      const [answer] = await Promise.all([
        this.#send(person, id, filled),
        ...(isTwice ? [this.#late(person, id, filled)] : []),
      ]);
      if (isInCrowd) return;
      await scheduler.sleep(person, random.time(500, 20 * MINUTE));
      if (random.chance(answer.outcome === "accepted" ? 0.6 : 0.25)) return;
      if (random.chance(answer.outcome === "broken" ? 0.1 : 0.4)) {
        filled = this.#fillIn(number, turn, false);
      }
    }
  }

  /** Lists what waits now and then, sends some of it again, drops some. */
  async operator(): Promise<void> {
    const { scheduler, book, settings } = this.#options;
    const random = this.#random;
    const operator = new Process("operator");
    for (let visits = random.pick([0, 0, 1, 2, 4]); visits > 0; visits -= 1) {
      await scheduler.sleep(operator, random.time(MINUTE, settings.DELIVER_FOR_MS));
      const { waiting } = book;
      for (const receiptId of waiting) {
        const drops = random.chance(0.2);
        const touch = () => book.operates(receiptId, drops);
        touch();
        const word = `${drops ? "drops" : "sends again"} ${receiptId.slice(0, 6)}`;
        await this.#request(operator, word, () => {
          const office = createOperator(this.#options.env);
          return drops ? office.drop(receiptId) : office.send(receiptId);
        });
        touch();
      }
    }
  }

  /** Lists what waits when no receipt is left. */
  async lastLook(): Promise<void> {
    const { scheduler, env, settings } = this.#options;
    const operator = new Process("operator");
    await scheduler.sleep(operator, settings.RECEIPT_MS);
    const page = { number: undefined, after: undefined, limit: 100 };
    // The Worker may be ended in the middle.
    for (let look = 0; look < 5; look += 1) {
      await this.#request(operator, "lists", () => createOperator(env).list(page));
    }
  }

  async #late(person: Process, id: string, filled: Filled): Promise<void> {
    await this.#options.scheduler.sleep(person, this.#random.time(1, 5000));
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
    };
  }

  /** Sends a form as the site does, and reads the answer. */
  async #send(person: Process, id: string, filled: Filled): Promise<Answer> {
    const { scheduler, book } = this.#options;
    const since = scheduler.now;
    const sent = book.sends(id, filled);
    const answered = await this.#request(person, `sends ${filled.name}`, async (site) => {
      const application = await site.open(id, POSITION);
      const cv = await this.#bring(application.object, filled.cv);
      const options = {
        application,
        cv,
        applications: site,
        position: { positionUuid: POSITION, isCvRequired: filled.cv !== undefined },
      };
      // Whoever clicks twice asks twice, also where the first answer is on its way to them.
      book.asks(filled.name);
      const { answer, by } = await submit(formOf(filled), options);
      return { answer, by: { id: by.id, receiptId: by.receiptId } };
    });
    const answer: Answer = answered?.answer ?? { outcome: "broken" };
    book.answers(sent, answer, answered?.by, since);
    if (answer.outcome === "accepted") this.#looks(sent);
    return answer;
  }

  async #bring(
    object: { receiveCv: (...given: never[]) => Promise<{ upload: number } | undefined> },
    cv: string | undefined,
  ): Promise<ReceivedCv> {
    if (cv === undefined) return { state: "none" };
    const file = { name: "cv.pdf", contentType: "application/pdf" };
    const bytes = new Uint8Array(Buffer.from(cv, "latin1"));
    const content = new ReadableStream({
      type: "bytes",
      start(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    });
    const receive = object.receiveCv as (
      file: object,
      content: ReadableStream,
    ) => Promise<{ upload: number } | undefined>;
    const held = await receive(file, content);
    return held ? { state: "received", upload: held.upload } : { state: "wrong-type" };
  }

  /** Whoever was told "received" looks at the receipt now and then. */
  #looks(sent: Sent): void {
    const { scheduler, settings } = this.#options;
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
      scheduler.later(person, time, "", () => scheduler.spawn(this.#look(person, sent)));
    }
  }

  async #look(person: Process, sent: Sent): Promise<void> {
    const { book } = this.#options;
    const found = await this.#request(
      person,
      `reads ${sent.filled.name}'s receipt`,
      async (site) => ({
        standing: (await site.receipt(sent.receiptId, POSITION))?.standing,
      }),
    );
    if (found) book.stands(sent, found.standing);
  }

  /** A request of a person: the Worker does it, and may be ended meanwhile. @returns undefined then */
  #request<T>(
    person: Process,
    label: string,
    work: (site: ReturnType<typeof createApplications>) => Promise<T>,
  ): Promise<T | undefined> {
    const { scheduler, env, latency, crashes } = this.#options;
    const worker = new Process(`${person.name}'s Worker`);
    return new Promise((resolve) => {
      const end = (value: T | undefined, word: string) =>
        scheduler.later(person, latency(), `${person.name}: ${word}`, () => resolve(value));
      scheduler.later(worker, latency(), `${person.name} ${label}`, () => {
        const site = createApplications(env);
        work(site).then(
          (value) => {
            worker.end();
            end(value, JSON.stringify(value ?? null).slice(0, 120));
          },
          (error: unknown) => {
            worker.end();
            end(undefined, `an error (${String(error)})`);
          },
        );
      });
      if (!this.#random.chance(crashes)) return;
      scheduler.later(scheduler.world, this.#random.time(1, 20_000), "", () => {
        if (!worker.isAlive) return;
        worker.end();
        end(undefined, "the Worker is ended");
      });
    });
  }
}

function formOf({ name, lastName, phone, answer }: Filled) {
  return {
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
    company: { name: "Taller Norte", code: "taller", uuid: "client-1" },
    positionTitle: "Mechanic",
  };
}
