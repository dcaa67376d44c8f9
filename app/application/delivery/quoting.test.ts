import { describe, expect, test } from "vitest";
import { isQuoting } from "./quoting";

const application = {
  firstName: "María José",
  lastName: "O'Neill Núñez",
  phone: "+34612345678",
  killerQuestions: [
    { question: "¿Tienes permiso?", answer: "Sí" },
    { question: "¿Qué carné tienes?", answer: "El de camión" },
  ],
  openQuestions: [
    {
      question: "¿Por qué?",
      answer: "Trabajé seis años en Bicicletas Orbea, y vivo en C/ Sol 27B.",
    },
  ],
};

describe("a platform's message quotes", () => {
  test.each([
    ["a name", "María, your application is incomplete"],
    ["a surname of two parts", "Candidate ONEILL NUNEZ exists"],
    ["the beginning of a name, put together", "user mariaj is blocked"],
    ["a name in an address", "maria.jose@example.com was used before"],
    ["the phone number", "The number +34612345678 is blocked"],
    ["the phone number, spaced", "612 345 678 is blocked"],
    ["the phone number with other separators", "0034-612.345/678 is blocked"],
    ["the phone number in full width", "６１２３４５６７８ is blocked"],
    ["the phone number in other digits", "٦١٢٣٤٥٦٧٨ is blocked"],
    ["the end of the phone number", "the number that ends in 5678 is blocked"],
    ["an answer that was chosen", "El de camión is not enough"],
    ["a whole answer", application.openQuestions[0]?.answer ?? ""],
    ["words of an answer", "too little: seis años en"],
    ["a word of an answer, in quotation marks", "We do not know “Orbea”."],
    ["a short answer, in quotation marks", 'The answer "Sí" is not accepted'],
    ["a word with a digit", "27B does not exist"],
  ])("%s", (_, message) => {
    expect(isQuoting(message, { application })).toBe(true);
  });

  test.each([
    ["words of its own", "The phone number is not valid in this country."],
    ["a year, and other numbers", "Closed on 31.12.2026: only 3 of 120 places are left"],
    ["a short answer inside another word", "Simplemente no se admite, así es"],
    ["words that an answer has too", "Trabajé en Bicicletas, años"],
    ["a word in quotation marks that nobody entered", "The field 'killer_questions' is missing"],
    ["nothing", ""],
  ])("not: %s", (_, message) => {
    expect(isQuoting(message, { application })).toBe(false);
  });

  test("a short name only as a word of its own", () => {
    const ana = { ...application, firstName: "Ana", lastName: "Li", openQuestions: [] };
    expect(isQuoting("Ana: not accepted", { application: ana })).toBe(true);
    expect(isQuoting("Mrs Li is not accepted", { application: ana })).toBe(true);
    expect(isQuoting("The list of bananas is not accepted", { application: ana })).toBe(false);
  });

  test("a name in a script without spaces", () => {
    const wang = { ...application, firstName: "小明", lastName: "王" };
    expect(isQuoting("申请人王小明已存在", { application: wang })).toBe(true);
  });

  test.each([
    ["the e-mail address", "rosa.w@example.org has applied before"],
    ["an answer of several", "Nobody may have chosen Kubernetes here"],
    ["a voluntary answer", 'We do not know "nonbinary"'],
  ])("an answer to a field of the position's: %s", (_, message) => {
    const fields = JSON.stringify([
      { id: "email", value: "rosa.w@example.org" },
      { id: "tools", value: ["css", "Kubernetes"] },
      { id: "keep", value: { given: true, text: "Keep my data" } },
    ]);
    const voluntary = JSON.stringify([{ id: "gender", value: "nonbinary" }]);
    expect(isQuoting(message, { application, fields, voluntary })).toBe(true);
    expect(isQuoting("Keep my data is missing", { application, fields, voluntary })).toBe(false);
  });
});
