import { DurableObject } from "cloudflare:workers";
import { describeError, consumeBody, json, Refusal } from "~/contract/http";
import { readApplication } from "./application";
import { createBoardContext } from "./board-object";
import { parsePositionId, type Company } from "./companies";
import type { Env } from "./env";
import { readForm } from "./form";
import { failure } from "./http";
import { countPost, Entry, ENTRY_MS, nextStep, type Unknown } from "./ledger";
import { messagesFor } from "./messages";
import { findJob } from "./platform-reads";
import { getSystem } from "./systems";
import type { Application, Job, Outcome } from "./system-interface";

/** `Retry-After` for a request that arrives while another request is sending the application. */
const WAIT_SECONDS = 20;

/**
 * Handles one application. There is one object per position and `Idempotency-Key`. An entry is stored before
 * each post, to show after a crash that the application may have arrived. The post runs in the object, so
 * it continues if the site disconnects.
 */
export class LedgerObject extends DurableObject<Env> {
  #isRunning = false;

  /** The `X-Position` header contains the position's id. */
  override async fetch(request: Request): Promise<Response> {
    try {
      return await this.#handle(request);
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse();
      throw error;
    }
  }

  /** Deletes the entry. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  async #handle(request: Request): Promise<Response> {
    const { company, externalId } = parsePositionId(request.headers.get("X-Position") ?? "") ?? {};
    if (!company || externalId === undefined) throw new Error("X-Position names no company");
    const { detectsDuplicates } = getSystem(company);
    const entry = Entry.optional().parse(await this.ctx.storage.get("entry"));
    const step = nextStep(entry, this.#isRunning, {
      detectsDuplicates,
      repeat: company.board.repeat,
    });
    if (step.step === "send") {
      this.#isRunning = true;
      return this.#sendOnce(request, company, externalId, step.before).finally(
        () => (this.#isRunning = false),
      );
    }
    await consumeBody(request);
    if (step.step === "repeat") return json({ id: step.id }, 201);
    if (step.step === "wait") return failure(425, { "Retry-After": String(WAIT_SECONDS) });
    return conflict();
  }

  /** Sends the application. If an earlier post may have arrived, a refusal becomes a conflict. */
  async #sendOnce(
    request: Request,
    company: Company,
    externalId: string,
    before: Unknown | undefined,
  ) {
    const response = await this.#send(request, company, externalId, before).catch(
      (error: unknown) => {
        if (error instanceof Refusal) return error.toResponse();
        throw error;
      },
    );
    return before && [404, 410, 422].includes(response.status) ? conflict() : response;
  }

  async #send(request: Request, company: Company, externalId: string, before: Unknown | undefined) {
    const messages = messagesFor(company.language_default);
    const form = await readForm(request, messages);
    // Before a repeat, bypass the cache, so that nothing is posted while the system is down.
    const job = await findJob(this.env, company, externalId, before !== undefined);
    const result = readApplication(form, job, messages);
    const errors =
      "errors" in result
        ? result.errors
        : getSystem(company).validate(result.application, company, job);
    if ("errors" in result && errors.length === 0) throw new Refusal(400, messages.form);
    if ("errors" in result || errors.length > 0) {
      throw new Refusal(422, messages.answers, {}, { errors });
    }
    return this.#post(company, job, result.application, before);
  }

  async #post(company: Company, job: Job, application: Application, before: Unknown | undefined) {
    await this.#store(countPost(before));
    const outcome = await getSystem(company)
      .apply(createBoardContext(this.env, company), job, application)
      .catch((error: unknown): Outcome => {
        console.error(`${company.code}: the post failed`, describeError(error));
        return { outcome: "unknown" };
      });
    if (outcome.outcome === "accepted") {
      const { id = crypto.randomUUID(), followUp } = outcome;
      await this.#store({ version: 1, state: "accepted", id });
      await followUp?.();
      return json({ id }, 201);
    }
    // The system did not accept this post, but may have accepted an earlier one.
    if (outcome.outcome !== "unknown") await this.#store(before);
    return toResponse(outcome, company);
  }

  async #store(entry: Entry | undefined): Promise<void> {
    if (!entry) {
      await this.ctx.storage.deleteAll();
      return;
    }
    await this.ctx.storage.put("entry", entry);
    await this.ctx.storage.setAlarm(Date.now() + ENTRY_MS);
  }
}

/** The response if the application may already exist in the system. */
const conflict = () => json({}, 409);

function toResponse(
  outcome: Exclude<Outcome, { outcome: "accepted" }>,
  { code, language_default }: Company,
): Response {
  const messages = messagesFor(language_default);
  switch (outcome.outcome) {
    case "duplicate":
      return conflict();
    case "refused": {
      const { detail = messages.refused, errors = [] } = outcome;
      return json({ detail, ...(errors.length > 0 && { errors }) }, 422);
    }
    case "closed":
      return json({ detail: messages.closed }, 410);
    case "busy":
      return failure(429, outcome.retryAfter ? { "Retry-After": outcome.retryAfter } : {});
    case "misconfigured":
      console.error(
        `${code}: the post got ${outcome.status}: ` +
          (outcome.hint ?? "check the key and the board in the company's folder"),
      );
      return failure(502);
    default:
      console.error(`${code}: the post got ${outcome.status ?? "no response"}`);
      return failure(502);
  }
}
