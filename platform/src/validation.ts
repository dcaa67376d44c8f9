import { z } from "zod";
import type { Asks } from "./fields";
import type { Messages } from "./messages";
import type { Questions } from "./questions";

const MAX_NAME = 100;
const MAX_OPEN_ANSWER = 5000;

const characters = (text: string) => [...text].length;

const name = (missing: string, tooLong: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .refine((text) => characters(text) <= MAX_NAME, tooLong);

/** A form field that holds a JSON list of {question, answer}. */
const answers = (wrong: string) =>
  z
    .string(wrong)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: wrong });
        return z.NEVER;
      }
    })
    .pipe(
      z
        .array(z.object({ question: z.string(wrong), answer: z.string(wrong) }, wrong), wrong)
        .refine((list) => new Set(list.map((item) => item.question)).size === list.length, wrong),
    );

/** How the specification's own fields are asked that a position may leave out. */
export type Standard = Required<NonNullable<Asks["standard"]>>;

/** The rules for an application to a position. Issues come in the order of the form's fields. */
function schema(questions: Questions, standard: Standard, messages: Messages) {
  const killer = new Map(questions.killer.map((item) => [item.question, item.answers]));
  const open = new Set(questions.open.map((item) => item.question));

  return z.object({
    first_name: name(messages.firstName, messages.nameTooLong),
    last_name: name(messages.lastName, messages.nameTooLong),
    phone:
      standard.phone === "required"
        ? phone(messages)
        : z.preprocess((given) => (given === "" ? undefined : given), phone(messages).optional()),
    cv:
      standard.cv === "required"
        ? file(messages)
        : z.preprocess(nothingPicked, file(messages).optional()),
    killer_questions: answers(messages.killerQuestions)
      .prefault("[]")
      .refine(
        (list) =>
          list.length === killer.size &&
          list.every((item) => killer.get(item.question)?.includes(item.answer)),
        messages.killerQuestions,
      ),
    open_questions: answers(messages.openQuestions)
      .prefault("[]")
      .refine((list) => list.every((item) => open.has(item.question)), messages.openQuestions)
      .refine(
        (list) => list.every((item) => characters(item.answer) <= MAX_OPEN_ANSWER),
        messages.answerTooLong,
      ),
    privacy_policy: z.literal("true", messages.privacy),
  });
}

const phone = (messages: Messages) =>
  z.string(messages.phone).regex(/^\+[1-9]\d{6,14}$/, messages.phone);

const file = (messages: Messages) =>
  z.instanceof(File, { error: messages.cvMissing }).refine((cv) => cv.size > 0, {
    error: ({ input }) => (nothingPicked(input) ? messages.cvEmpty : messages.cvMissing),
  });

/** A file field without a file comes as an empty text, or as an empty file without a name. */
function nothingPicked(cv: unknown): unknown {
  return cv === "" || (cv instanceof File && cv.size === 0 && cv.name === "") ? undefined : cv;
}

export type Application = z.infer<ReturnType<typeof schema>>;

/** Returns the application, or the message of the first rule that it breaks. */
export function readApplication(
  form: FormData,
  questions: Questions,
  standard: Standard,
  messages: Messages,
): { application: Application } | { detail: string } {
  const result = schema(questions, standard, messages).safeParse(Object.fromEntries(form));
  if (result.success) return { application: result.data };
  return { detail: result.error.issues[0]?.message ?? messages.form };
}
