// Asks for the facts of a new job.
import { existsSync, statSync } from "node:fs";
import { Stop } from "~/scripts/stop";
import { agree, ask, isTerminal } from "../lib/prompt";
import { readSource } from "./read-source";

/** Options of `puerta job new`, which asks for missing options. */
export interface JobAnswers {
  title?: string;
  location?: string;
  contract?: string;
  description?: string;
  email?: boolean;
  question?: string[];
}

const required = (text: string): string => {
  if (text.trim() === "") throw new Stop("Enter a text.");
  return text.trim();
};

const isFile = (text: string) => existsSync(text) && statSync(text).isFile();

/** Accepts text, or the path of a Markdown or text file. */
function parseDescription(text: string): string {
  if (/^\S+\.(?:md|txt|html?)$/i.test(text) && !isFile(text)) {
    throw new Stop(`There is no file ${text}.`);
  }
  return required(text);
}

/** Parses a question, with its answers after `|`, as in a table's cell. @throws Stop for a single answer */
function parseQuestion(text: string) {
  const [question = "", ...answers] = text.split("|").map((part) => part.trim());
  if (question === "") throw new Stop("Enter the question before its answers.");
  const given = answers.filter((answer) => answer !== "");
  if (given.length === 1) throw new Stop("Give two or more answers, or none for a text answer.");
  return given.length === 0 ? { question } : { question, answers: given };
}

/**
 * Returns a job's facts, as in a file. If a required fact is missing, asks for all missing facts.
 *
 * @param hasEmail whether the company's jobs usually ask for an email address
 * @throws Stop without a terminal
 */
export async function askJob(given: JobAnswers, hasEmail: boolean) {
  const missing = (["title", "location", "description"] as const).filter(
    (name) => given[name] === undefined,
  );
  const asks = missing.length > 0;
  if (asks && !isTerminal()) {
    throw new Stop(
      `Add ${missing.map((name) => `--${name}`).join(", ")}, or --file with a job's file.`,
    );
  }
  const answer = async <T>(value: T | undefined, usual: T, question: () => Promise<T>) =>
    value ?? (asks ? question() : usual);
  const title = await answer(given.title, "", () => ask("Title of the job", required));
  const location = await answer(given.location, "", () => ask("Place", required));
  const contract = await answer(given.contract, "", () =>
    ask("Contract, such as Permanent, full time (Enter: none)", (text) => text),
  );
  const described =
    given.description === undefined ? undefined : parseDescription(given.description);
  const description = await answer(described, "", () =>
    ask("Description: a line, or a Markdown file such as job.md", parseDescription),
  );
  const email = await answer(given.email, hasEmail, () =>
    agree("Ask candidates for an email address?", hasEmail),
  );
  const questions = await answer(given.question, [], askQuestions);
  return {
    ...{ title, location, contract_type: contract },
    description: isFile(description) ? await readSource(description) : description,
    fields: email ? [{ id: "email", kind: "email", required: true }] : [],
    questions: questions.map(parseQuestion),
  };
}

async function askQuestions(): Promise<string[]> {
  const questions: string[] = [];
  for (;;) {
    const label = questions.length === 0 ? "A question" : "Another question";
    const text = await ask(
      `${label}, such as May you work here? | Yes | No (Enter: none)`,
      (line) => {
        if (line === "") return line;
        const { question } = parseQuestion(line);
        const isTwice = questions.some((known) => parseQuestion(known).question === question);
        if (isTwice) throw new Stop("This question was asked already.");
        return line;
      },
    );
    if (text === "") return questions;
    questions.push(text);
  }
}
