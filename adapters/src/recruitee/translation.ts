import type { Offer } from "./format";

/**
 * Translates an offer, if its title has a translation. Options stay in the offer's own language, because
 * Recruitee documents no translations of options.
 *
 * @param language such as `es-mx`
 */
export function translateOffer(offer: Offer, language: string): Offer & { language?: string } {
  const short = language.slice(0, 2);
  const { title, ...texts } = offer.translations?.[short] ?? {};
  if (title === undefined) return offer;
  return {
    ...offer,
    title,
    highlight: texts.highlight ?? offer.highlight,
    description: texts.description ?? offer.description,
    requirements: texts.requirements ?? offer.requirements,
    open_questions: offer.open_questions.map((question) => ({
      ...question,
      body: question.translations?.[short]?.body ?? question.body,
    })),
    language: short,
  };
}
