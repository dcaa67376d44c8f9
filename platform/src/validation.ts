import * as z from "zod";
import { validateFile } from "~/contract/answers";
import { parsePart, PHONE, QuestionAnswers } from "~/contract/application";
import { MAX_NAME, MAX_OPEN_ANSWER } from "~/contract/limits";
import type { Questions } from "~/contract/questions";
import { removeOverrides } from "~/contract/text";
import { parseFilePart } from "./answers";
import type { Messages } from "./messages";
import type { Asks } from "./store";

const countCharacters = (text: string) => [...text].length;

const nameSchema = (missing: string, tooLong: string) =>
  z
    .string(missing)
    .transform((text) => removeOverrides(text).trim())
    .refine((text) => text !== "", missing)
    .refine((text) => countCharacters(text) <= MAX_NAME, tooLong);

/** Schema of a part with a JSON list of {question, answer}. Questions must not repeat. */
const answersSchema = (wrong: string) =>
  z.string(wrong).transform((text, context) => {
    const { data } = QuestionAnswers.safeParse(parsePart(text));
    if (data && new Set(data.map(({ question }) => question)).size === data.length) return data;
    context.addIssue(wrong);
    return z.NEVER;
  });

/** Whether the phone number and the CV are required, optional or off. */
export type StandardFields = Required<NonNullable<Asks["standard"]>>;

/** Returns the schema of an application to a position. Issues are in the order of the form's fields. */
function applicationSchema(
  { killer_questions = [], open_questions = [] }: Questions,
  standard: StandardFields,
  messages: Messages,
) {
  const killer = new Map(killer_questions.map(({ question, answers }) => [question, answers]));
  const open = new Set(open_questions.map(({ question }) => question));
  for (const [question, options = []] of killer) {
    if (options.length === 0 && killer.delete(question)) open.add(question);
  }

  return z.object({
    first_name: nameSchema(messages.firstName, messages.nameTooLong),
    last_name: nameSchema(messages.lastName, messages.nameTooLong),
    phone:
      standard.phone === "required"
        ? phoneSchema(messages)
        : z.preprocess(
            (given) => (given === "" ? undefined : given),
            phoneSchema(messages).optional(),
          ),
    cv: z
      .unknown()
      .transform(parseFilePart)
      .superRefine((file, context) => {
        const error = validateFile({ isRequired: standard.cv === "required" }, file);
        if (error) context.addIssue(error === "empty" ? messages.cvEmpty : messages.cvMissing);
      })
      .prefault(""),
    killer_questions: answersSchema(messages.killerQuestions)
      .prefault("[]")
      .refine(
        (list) =>
          list.length === killer.size &&
          list.every((item) => killer.get(item.question)?.includes(item.answer)),
        messages.killerQuestions,
      ),
    open_questions: answersSchema(messages.openQuestions)
      .prefault("[]")
      .refine((list) => list.every((item) => open.has(item.question)), messages.openQuestions)
      .transform((list) =>
        list.map(({ question, answer }) => ({ question, answer: removeOverrides(answer) })),
      )
      .refine(
        (list) => list.every((item) => countCharacters(item.answer) <= MAX_OPEN_ANSWER),
        messages.answerTooLong,
      ),
    privacy_policy: z.literal("true", messages.privacy),
  });
}

const phoneSchema = (messages: Messages) => z.string(messages.phone).regex(PHONE, messages.phone);

export type Application = z.infer<ReturnType<typeof applicationSchema>>;

/** Parses an application. Returns the application, or the message for the first invalid field. */
export function readApplication(
  form: FormData,
  questions: Questions,
  standard: StandardFields,
  messages: Messages,
): { application: Application } | { detail: string } {
  const result = applicationSchema(questions, standard, messages).safeParse(
    Object.fromEntries(form),
  );
  if (result.success) return { application: result.data };
  return { detail: result.error.issues[0]?.message ?? messages.form };
}
