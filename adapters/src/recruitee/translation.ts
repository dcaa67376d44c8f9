import { primaryLanguage } from "../system-interface";
import type { ListedOffer, Question } from "./format";

type Translated = Pick<
  ListedOffer,
  "title" | "highlight" | "description" | "requirements" | "translations"
>;

const TEXTS = ["highlight", "description", "requirements"] as const;

/**
 * Translates an offer into a language. Without texts in that language, the offer keeps its original texts or, if it
 * has none, gets those of its first translation.
 *
 * @param language a tag, such as `es-mx`
 * @returns the offer with the tag of its language, if known
 */
export function translateOffer<O extends Translated>(
  offer: O,
  language: string,
): O & { language?: string } {
  const all = Object.entries(offer.translations ?? {}).flatMap(([tag, texts]) =>
    texts ? [{ tag, ...texts }] : [],
  );
  const isFilled = (texts: Partial<Record<(typeof TEXTS)[number], string | undefined>>) =>
    TEXTS.some((name) => (texts[name] ?? "").trim() !== "");
  const isBase = ({ title, description }: (typeof all)[number]) =>
    title === offer.title && (description ?? "") === (offer.description ?? "");
  const wanted = findLanguage(all, language);
  // If the offer has no texts, a translated title is enough.
  const isTranslated = wanted && (isFilled(wanted) || !isFilled(offer));
  const chosen = isTranslated ? wanted : isFilled(offer) ? all.find(isBase) : all.find(isFilled);
  if (!chosen) return offer;
  const { tag, title = offer.title } = chosen;
  const translated = TEXTS.map((name) => [name, chosen[name] ?? offer[name]] as const);
  return { ...offer, title, ...Object.fromEntries(translated), language: tag };
}

/** Finds a language's entry: the exact tag, or else the first with the same primary language. */
const findLanguage = <T extends { tag: string }>(all: readonly T[], language: string) =>
  all.find(({ tag }) => tag.toLowerCase() === language.toLowerCase()) ??
  all.find(({ tag }) => primaryLanguage(tag) === primaryLanguage(language));

/** Translates a question. Options stay as they are, because Recruitee documents no translations of them. */
export function translateQuestion(question: Question, language: string | undefined): Question {
  const all = Object.entries(question.translations ?? {}).map(([tag, texts]) => ({
    tag,
    ...texts,
  }));
  const body = language === undefined ? undefined : findLanguage(all, language)?.body;
  return { ...question, body: body ?? question.body };
}
