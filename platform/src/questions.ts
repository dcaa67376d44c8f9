import { z } from "zod";

const KillerQuestion = z.object({ question: z.string(), answers: z.array(z.string()) });
const OpenQuestion = z.object({ question: z.string() });

/** `apply_site_questions` in either shape of the contract. */
const ApplySiteQuestions = z.union([
  z.array(KillerQuestion).transform((killer) => ({ killer, open: [] })),
  z
    .object({
      killer_questions: z.array(KillerQuestion).default([]),
      open_questions: z.array(OpenQuestion).default([]),
    })
    .transform((both) => ({ killer: both.killer_questions, open: both.open_questions })),
]);

/** What a position asks: killer questions have answers to choose from, open ones do not. */
export interface Questions {
  killer: { question: string; answers: string[] }[];
  open: { question: string }[];
}

/** Reads stored `apply_site_questions`; throws when they are in neither shape. */
export function questionsOf(applySiteQuestions: unknown): Questions {
  return ApplySiteQuestions.parse(applySiteQuestions);
}
