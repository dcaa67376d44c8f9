// Templates for emails from a company's people to candidates.
import * as z from "zod";
import { FALLBACK_LANGUAGE, matchLanguage, type Language } from "~/contract/languages";
import { removeOverrides } from "~/contract/text";
import { greetingName } from "../confirmations/name";
import type { Env } from "../env";
import { DEFAULT_TEMPLATES, TEMPLATES, type TemplateName } from "./texts";

export const REPLY_KINDS = [...TEMPLATES, "own"] as const;
export type ReplyKind = (typeof REPLY_KINDS)[number];

/** Maximum number of characters in a subject and in a text. */
export const REPLY_LIMITS = { subject: 200, text: 5000 };

const PLACEHOLDERS = ["name", "job", "company"] as const;

export interface Template {
  subject: string;
  text: string;
}

type Templates = Partial<Record<TemplateName, Template>>;

const StoredTemplate = z.object({ subject: z.string(), text: z.string() }).exactOptional();

/** Templates of later versions are left out. */
const Stored = z.object({
  ...{ received: StoredTemplate, invitation: StoredTemplate, rejection: StoredTemplate },
} satisfies Record<TemplateName, typeof StoredTemplate>);

const Row = z.object({
  language_default: z.string(),
  page_language: z.string().nullable(),
  reply_to: z.string().nullable(),
  templates: z.string().nullable(),
});

/**
 * Reads a company's settings for emails to candidates.
 *
 * @param application id of the application whose language is chosen, if known
 */
export async function readReplySettings({ DB }: Env, client: string, application = "") {
  const row = await DB.prepare(
    `SELECT c.language_default, s.reply_to, s.templates,
       (SELECT language FROM confirmations WHERE application_id = ?2) AS page_language
     FROM clients c LEFT JOIN reply_settings s ON s.client_uuid = c.uuid WHERE c.uuid = ?1`,
  )
    .bind(client, application)
    .first();
  const { language_default, page_language, reply_to, templates } = Row.parse(row);
  const stored = z.record(z.string(), Stored).parse(JSON.parse(templates ?? "{}"));
  return {
    language: matchLanguage(page_language ?? language_default) ?? FALLBACK_LANGUAGE,
    replyTo: reply_to ?? "",
    templates: (language: Language): Record<ReplyKind, Template> => ({
      ...DEFAULT_TEMPLATES[language],
      ...stored[language],
    }),
  };
}

/** Stores the address and the templates of one language. Empty and unchanged templates are not stored. */
export async function saveReplySettings(
  { DB }: Env,
  client: string,
  replyTo: string,
  language: Language,
  templates: Record<TemplateName, Template>,
): Promise<void> {
  const changed: Templates = {};
  for (const name of TEMPLATES) {
    const { subject, text } = templates[name];
    const standard = DEFAULT_TEMPLATES[language][name];
    const own = { subject: subject || standard.subject, text: text || standard.text };
    if (own.subject !== standard.subject || own.text !== standard.text) changed[name] = own;
  }
  // `json_set`, so that two people can edit two languages at once.
  await DB.prepare(
    `INSERT INTO reply_settings (client_uuid, reply_to, templates) VALUES (?1, ?2, json_object(?3, json(?4)))
     ON CONFLICT DO UPDATE SET reply_to = ?2, templates = json_set(templates, '$."' || ?3 || '"', json(?4))`,
  )
    .bind(client, replyTo, language, JSON.stringify(changed))
    .run();
}

export interface Filling {
  /** The candidate's first name as it was entered. */
  firstName: string;
  job: string;
  company: string;
}

/** Fills in a template's placeholders. A first name that does not look like a name is left out with its comma. */
export function fillTemplate(text: string, { firstName, job, company }: Filling): string {
  const name = greetingName(firstName);
  const values: Record<string, string> = { name: name ?? "", job, company };
  return text.replace(/(,? {0,9})\{(name|job|company)\}/g, (_, before: string, word: string) =>
    word === "name" && name === undefined ? "" : before + (values[word] ?? ""),
  );
}

/** Lists the words in braces that are not placeholders, such as `{nombre}`. */
export const findUnknown = (text: string): string[] =>
  [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([whole, word]) =>
    PLACEHOLDERS.some((placeholder) => placeholder === word) ? [] : [whole],
  );

/** Removes direction overrides and control characters, except tabs and line feeds, from typed text. */
export const cleanText = (typed: string): string =>
  removeOverrides(typed.replaceAll("\r\n", "\n"))
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .trim();
