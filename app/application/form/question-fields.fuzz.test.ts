import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import {
  anyText,
  inUtf8,
  manyTries,
  runs,
  textOf,
  proved,
} from "../../../tests/support/arbitraries";
import { elementsOf } from "../../../tests/support/html";
import { messagesFor } from "../../i18n/messages";
import { positionSchema } from "../../platform/position.server";
import { validateApplication } from "../intake/validation.server";
import { QuestionField } from "./question-fields";

/**
 * What a browser sends for a text in a form: line ends as CR LF (WHATWG HTML, "Constructing the
 * entry list"), in UTF-8.
 */
const sent = (value: string) => inUtf8(value.replace(/\r\n?|\n/g, "\r\n"));

/** What two answers have in common that neither a candidate nor what is sent can tell apart. */
const alike = (value: string) => sent(value.replace(/\0/g, "\ufffd"));

test(
  "every answer that a position offers can be chosen, and goes back as it came",
  manyTries,
  async () => {
    const answer = fc.oneof(
      anyText,
      textOf(["\n", "\r\n", "\r", " ", "Sí", "\u00a0", '"', "&amp;", "<", "\ufeff"], 6),
    );
    await proved(
      fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), (answers) => {
        const question = { question: "¿Puedes viajar?", answers };
        const position = positionSchema("p1").parse({
          name: "Jefa de taller",
          client: "c1",
          apply_site_questions: { killer_questions: [question] },
        });
        const asked = position.killerQuestions[0];
        if (asked === undefined) return;
        const html = renderToStaticMarkup(
          createElement(QuestionField, {
            name: "question-0",
            missing: "",
            question: asked.text,
            answers: asked.answers,
          }),
        );
        // What the visitor gets is UTF-8.
        const [none, ...radios] = elementsOf(
          new TextDecoder().decode(new TextEncoder().encode(html)),
          "input",
        );
        // For browsers that choose the first by themselves: no answer, and never sent.
        expect(none?.attributes).toMatchObject({
          value: "",
          disabled: expect.anything() as unknown,
        });
        expect(radios).toHaveLength(asked.answers.length);
        for (const [index, radio] of radios.entries()) {
          const values = new Map([
            ["first_name", "Ana"],
            ["last_name", "Ruiz"],
            ["phone", "+34612345678"],
            ["privacy_policy", "true"],
            ["question-0", sent(radio.attributes.value ?? "")],
          ]);
          const validated = validateApplication(
            values,
            { state: "received", upload: 1 },
            {
              position: { ...position, isCvRequired: false },
              t: messagesFor("es-es"),
            },
          );
          const offered = asked.answers[index] ?? "";
          const answer = asked.answers.find((one) => alike(one) === alike(offered));
          expect(validated).toMatchObject({
            ok: true,
            application: { killerQuestions: [{ answer }] },
          });
        }
      }),
      runs,
    );
  },
);
