import { explainNotFound } from "../not-found";
import { readText, ReadError } from "../board-requests";
import {
  boardLanguage,
  primaryLanguage,
  type Application,
  type BoardContext,
  type System,
} from "../system-interface";
import { readFailure, readOutcome } from "./answers";
import { call, uploadFile } from "./api";
import { isEmpty, parseFeed, type Position } from "./feed";
import { fileId, toJob, toListedJob, siteUrl, type TranslatedPosition } from "./job";
import { messagesFor } from "./messages";
import type { PersonioBoard } from "./settings";

type Context = BoardContext<PersonioBoard>;

/**
 * Personio's feed of positions, and its recruiting API, version 2
 * (https://developer.personio.de/reference/post_v2-recruiting-applications-documents, and
 * personio/api-docs). docs/boards.md lists the limitations.
 */
export const system: System<PersonioBoard> = {
  // Personio returns `applicant-already-exists` for a repeated email address and position.
  detectsDuplicates: true,

  async list(context) {
    const positions = await readPositions(context);
    return positions.map((position) => toListedJob(position, context));
  },

  async job(context, externalId) {
    const position = await findPosition(context, externalId);
    return position && toJob(position, context);
  },

  validate: () => [],

  async apply(context, job, application) {
    const messages = messagesFor(context.company.language_default);
    const files: object[] = [];
    const fields: string[] = [];
    for (const { field, category, file } of listFiles(context, application)) {
      const sent = await uploadFile(context, file);
      if ("failed" in sent) {
        const tooLarge = sent.failed?.status === 413;
        const message = tooLarge ? messages.file.large : messages.file.type;
        const refusal = sent.isToken ? undefined : { field, message };
        return readFailure(sent.failed, refusal, messages);
      }
      files.push({ uuid: sent.uuid, original_filename: file.name, category });
      fields.push(field);
    }
    const attributes = createAttributes(context, application);
    const posted = await call(context, "/v2/recruiting/applications", () => ({
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        first_name: application.firstName,
        last_name: application.lastName,
        email: application.answers.get("email"),
        job_position_id: Number(job.externalId),
        ...(context.board.channel !== undefined && {
          recruiting_channel_id: context.board.channel,
        }),
        ...(application.answers.get("cover_letter") && {
          message: application.answers.get("cover_letter"),
        }),
        attributes,
        files,
      }),
    }));
    if (posted && "failed" in posted) return readFailure(posted.failed, undefined, messages);
    const ids = new Set([...job.fields.map(({ id }) => id), "first_name", "last_name", "phone"]);
    const outcome = readOutcome(
      posted,
      (part) => findField(part, ids, attributes, fields),
      messages,
    );
    return outcome === "notFound"
      ? explainNotFound(() => findPosition(context, job.externalId))
      : outcome;
  },
};

/** The languages of Personio's feeds, the default first (personio/api-docs). */
const FEED_LANGUAGES = ["de", "en", "fr", "es", "nl", "it", "pt"];

/**
 * Reads the positions in the board's language. A position without texts in that language gets those of the
 * next language.
 */
function readPositions(context: Context): Promise<TranslatedPosition[]> {
  return context.readOnce("feed", async () => {
    const wanted = primaryLanguage(boardLanguage(context));
    const { language: tag = wanted } = context.board;
    const positions = new Map<string, TranslatedPosition>();
    for (const position of await readFeed(context, wanted)) {
      positions.set(position.id, { ...position, language: isEmpty(position) ? undefined : tag });
    }
    for (const language of FEED_LANGUAGES) {
      const empty = [...positions.values()].filter(isEmpty);
      if (empty.length === 0) break;
      if (language === wanted) continue;
      // The company may not have enabled this language. After a timeout, other languages would take too long.
      const others = await readFeed(context, language).catch((error: unknown) => {
        if (!(error instanceof ReadError)) throw error;
        return error.status === 504 ? undefined : [];
      });
      if (!others) break;
      const found = new Map(others.map((position) => [position.id, position]));
      for (const position of empty) {
        const { name, descriptions } = found.get(position.id) ?? position;
        const translated = { ...position, name, descriptions };
        if (!isEmpty(translated)) positions.set(position.id, { ...translated, language });
      }
    }
    return [...positions.values()];
  });
}

async function readFeed(context: Context, language: string): Promise<Position[]> {
  const route = "GET /xml";
  const xml = await readText(route, `${siteUrl(context.board)}/xml?language=${language}`);
  if (xml === undefined) throw new ReadError(502, `${route} answered 404: check the board`);
  const positions = parseFeed(route, xml, context.company);
  if (!positions) throw new ReadError(502, `${route} returned an unexpected format`);
  return positions;
}

const findPosition = async (context: Context, externalId: string) =>
  (await readPositions(context)).find(({ id }) => id === externalId);

function listFiles({ board }: Context, { cv, files }: Application) {
  const others = board.asks.files.flatMap(({ category }) => {
    const file = files.get(fileId(category));
    return file ? [{ field: fileId(category), category, file }] : [];
  });
  return [...(cv ? [{ field: "cv", category: "cv", file: cv }] : []), ...others];
}

function createAttributes({ board }: Context, { phone, answers }: Application) {
  const answered = board.asks.attributes.flatMap(({ id }) => {
    const value = answers.get(id);
    return typeof value === "string" && value !== "" ? [{ id, value }] : [];
  });
  return [...(phone === undefined ? [] : [{ id: "phone", value: phone }]), ...answered];
}

/** Finds the form field for the part of the body that an error refers to, such as `attributes[0].value`. */
function findField(
  part: string,
  ids: ReadonlySet<string>,
  attributes: readonly { id: string }[],
  files: readonly string[],
): string | undefined {
  const [, list, index] = /\b(attributes|files)[.[](\d+)/.exec(part) ?? [];
  if (list === "attributes") return attributes[Number(index)]?.id;
  if (list === "files") return files[Number(index)];
  const names = part.split(/[.[\]]/).map((name) => (name === "message" ? "cover_letter" : name));
  return names.find((name) => ids.has(name));
}
