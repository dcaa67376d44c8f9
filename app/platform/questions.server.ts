import { z } from "zod";

// Nothing here is trimmed: the platform is sent its questions and answers exactly as they came.
const notBlank = z.string().refine((value) => value.trim() !== "", "expected some text");

const answers = z
  .array(z.union([z.string(), z.number().transform(String)]))
  .nullish()
  .transform((given) => [...new Set(given?.filter((answer) => answer.trim() !== ""))]);

const question = z.preprocess(
  (value) => (typeof value === "string" ? { question: value } : value),
  z.object({ question: notBlank, answers }),
);

const questionList = z
  .array(question)
  .nullish()
  .transform((given) => given ?? []);

/**
 * Reads `apply_site_questions`: an object with `killer_questions` and perhaps `open_questions`, or
 * a list. A killer question without answers is taken as an open one: as a group of no radio buttons
 * nobody could answer it.
 */
export const applySiteQuestions = z
  .preprocess(
    (value) => (Array.isArray(value) ? { killer_questions: value } : value),
    z.object({ killer_questions: questionList, open_questions: questionList }).nullish(),
  )
  .transform((given) => {
    const asked = given?.killer_questions ?? [];
    const open = [
      ...asked.filter((item) => item.answers.length === 0),
      ...(given?.open_questions ?? []),
    ];
    return {
      killerQuestions: asked
        .filter((item) => item.answers.length > 0)
        .map((item) => ({ text: item.question, answers: item.answers })),
      openQuestions: open.map((item) => item.question),
    };
  });
