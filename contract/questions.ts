import * as z from "zod";

// Not trimmed, because questions and answers are sent back to the platform verbatim.
const notBlank = z.string().regex(/\S/, "is empty");

const answers = z.preprocess(
  (given) =>
    Array.isArray(given)
      ? [
          ...new Set(
            given
              .map((item: unknown) => (typeof item === "number" ? String(item) : item))
              .filter((item) => typeof item !== "string" || item.trim() !== ""),
          ),
        ]
      : given,
  z.array(z.string()),
);

export const Question = z.preprocess(
  (given) => (typeof given === "string" ? { question: given } : given),
  z.object({ question: notBlank, answers: answers.optional() }),
);

/** Multiple-choice and open questions. A plain list can contain both: a question without answers is open. */
export const Questions = z.preprocess(
  (given) => (Array.isArray(given) ? { killer_questions: given } : given),
  z.object({
    killer_questions: z.array(Question).optional(),
    open_questions: z.array(Question).optional(),
  }),
);

export type Questions = z.output<typeof Questions>;
