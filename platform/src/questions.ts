import { z } from "zod";

const KillerQuestion = z.object({ question: z.string(), answers: z.array(z.string()) });
const OpenQuestion = z.object({ question: z.string() });

/** `apply_site_questions` in either of the contract's two shapes. */
const ApplySiteQuestions = z.union([
  z.array(KillerQuestion).transform((killer) => ({ killer, open: [] })),
  z
    .object({
      killer_questions: z.array(KillerQuestion).default([]),
      open_questions: z.array(OpenQuestion).default([]),
    })
    .transform((both) => ({ killer: both.killer_questions, open: both.open_questions })),
]);

/** A position's questions: killer questions have answers to choose from, open questions have none. */
export interface Questions {
  killer: { question: string; answers: string[] }[];
  open: { question: string }[];
}

/** Reads stored `apply_site_questions`. @throws ZodError if they have neither shape */
export function questionsOf(applySiteQuestions: unknown): Questions {
  return ApplySiteQuestions.parse(applySiteQuestions);
}
