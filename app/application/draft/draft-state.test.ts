// What happens to a draft, from each state that it can be in.
import { expect, test } from "vitest";
import type { Draft } from "./draft";
import { draftStep, emptyDraft } from "./draft-state";
import type { DraftEvent, DraftState, Effect, TabState, Step } from "./draft-state";

const NOW = Date.UTC(2026, 0, 8);

/** The draft in storage, which another tab may have written. */
const stored: Draft = {
  applicationId: "m-stored",
  at: NOW - 1000,
  values: { first_name: "Ana" },
  files: { cv: "theirs" },
};
const refusal = { errors: { phone: "Blocked", cv: "Too large" }, message: "Not so" };

/** A form as the server rendered it, one that answers a POST, and one whose draft is stored. */
const fresh = emptyDraft("m-fresh", true);
const answered = emptyDraft("m-fresh", false);
const kept: DraftState = { ...fresh, stage: "stored", files: { cv: "mine" } };
const submitting: DraftState = { ...kept, stage: "submitting" };
const over: DraftState = { ...kept, stage: "sent" };

/** This tab shows the stored draft. */
const taken: DraftState = {
  ...fresh,
  stage: "stored",
  applicationId: "m-stored",
  isRestored: true,
  files: { cv: "theirs" },
};

const nothing: TabState = { now: NOW, entered: {}, chosen: [], isTyping: false, stored: undefined };
const entered: TabState = { ...nothing, entered: { phone: "612" } };
const there: TabState = { ...nothing, stored };
const both: TabState = { ...entered, stored };
const merged = { first_name: "Ana", phone: "612" };

const opened: DraftEvent = { type: "opened" };
const paused: DraftEvent = { type: "paused" };
const changed: DraftEvent = { type: "changed" };
const cleared: DraftEvent = { type: "cleared" };
const file = (text?: string, isVoluntary = false): DraftEvent => {
  return { type: "file", field: "cv", text, isVoluntary };
};
const returned = (why?: typeof refusal): DraftEvent => ({ type: "returned", refusal: why });

/** What is written of a state. */
const writes = (state: DraftState, values: Draft["values"]): Effect => {
  const { applicationId, files } = state;
  return ["write", { applicationId, at: NOW, values, files }];
};
const keeping = (state: DraftState, values = entered.entered): Step => [
  state,
  writes(state, values),
];

test.each<[what: string, state: DraftState, event: DraftEvent, facts: TabState, expected: Step]>([
  // The form opens.
  ["nothing begins no draft", fresh, opened, nothing, [fresh]],
  [
    "what was entered before the scripts came begins one",
    fresh,
    opened,
    entered,
    keeping({ ...fresh, stage: "stored" }),
  ],
  [
    "a stored draft comes back with its files, except where something was entered",
    fresh,
    opened,
    { ...both, entered: { first_name: "Eva", phone: "612" } },
    [{ ...taken, storedAt: stored.at }, ["fill", { first_name: "Eva", phone: "612" }]],
  ],
  ["a form with an answer takes none back", answered, opened, both, [answered]],

  // Something was entered.
  ["it is stored when typing pauses", kept, paused, entered, keeping(kept)],
  [
    "an answer that is changed is stored",
    answered,
    paused,
    both,
    keeping({ ...answered, stage: "stored" }),
  ],
  [
    "a draft that is deleted is removed",
    { ...kept, files: {} },
    paused,
    nothing,
    [{ ...fresh, stage: "empty" }, ["remove"]],
  ],
  ["a file is a draft as well", kept, paused, nothing, keeping(kept, {})],
  ["an empty tab removes nothing of another's", fresh, paused, there, [fresh]],
  [
    "a draft that another tab has begun meanwhile is joined",
    fresh,
    paused,
    both,
    [taken, ["fill", merged], writes(taken, merged)],
  ],
  [
    "a form that is being sent goes on being sent",
    submitting,
    paused,
    entered,
    keeping(submitting),
  ],

  // A file is chosen, goes up, or is taken out.
  [
    "a file is stored",
    fresh,
    file("mine"),
    nothing,
    keeping({ ...fresh, stage: "stored", files: { cv: "mine" } }, {}),
  ],
  [
    "a file joins what another tab has begun",
    fresh,
    file("mine"),
    there,
    [
      { ...taken, files: { cv: "mine" } },
      ["fill", stored.values],
      writes({ ...taken, files: { cv: "mine" } }, stored.values),
    ],
  ],
  ["a file that is taken out is gone", kept, file(), entered, keeping({ ...kept, files: {} })],
  [
    "nothing is stored of a voluntary file",
    fresh,
    file("mine", true),
    entered,
    [{ ...fresh, voluntaryFiles: { cv: "mine" } }],
  ],
  [
    "a voluntary file is taken out",
    { ...fresh, voluntaryFiles: { cv: "mine" } },
    file(undefined, true),
    entered,
    [fresh],
  ],

  // Another tab changes the draft.
  [
    "it is shown here, and a file that it has not is taken out",
    { ...kept, voluntaryFiles: { a: "mine" } },
    changed,
    { ...both, chosen: ["cv", "field-x"] },
    [{ ...taken, voluntaryFiles: { a: "mine" } }, ["fill", stored.values, ["field-x"]]],
  ],
  ["what is typed here wins", kept, changed, { ...both, isTyping: true }, [kept]],
  ["what is being sent here stays", submitting, changed, both, [submitting]],
  ["it is cleared there, and emptied here", taken, changed, entered, [fresh, ["empty"]]],
  ["it is cleared there, and not begun here", fresh, changed, entered, [fresh]],

  // It is sent.
  [
    "a submit stores what was typed, and forgets the last refusal",
    { ...fresh, refusal },
    { type: "submitted" },
    entered,
    [submitted(fresh), writes(fresh, entered.entered)],
  ],
  [
    "a submit joins what another tab has begun: both have one id",
    fresh,
    { type: "submitted" },
    both,
    [submitted(taken), ["fill", merged], writes(taken, merged)],
  ],
  ["a submit that comes back is stored", submitting, returned(), entered, keeping(kept)],
  ["after sending, it is removed", submitting, { type: "sent" }, entered, [over, ["remove"]]],
  [
    "if it may still be refused, it is set aside for its receipt",
    { ...submitting, corrects: "Not so", refusal },
    { type: "sent", receiptId: "r" },
    entered,
    [
      { ...over, corrects: "Not so", refusal },
      [
        "setAside",
        "r",
        {
          ...{ applicationId: "m-fresh", at: NOW, isSent: true },
          ...{ values: entered.entered, files: { cv: "mine" } },
        },
      ],
      ["remove"],
    ],
  ],
  // It is cleared.
  [
    "it is gone here and from storage, and the form has its first id again",
    { ...taken, storedAt: 1, voluntaryFiles: { a: "mine" }, corrects: "Not so", refusal },
    cleared,
    both,
    [fresh, ["empty"], ["remove"]],
  ],
])("%s", (_, state, event, facts, expected) => {
  expect(draftStep(state, event, facts)).toEqual(expected);
});

test.each([paused, changed, cleared, file("mine"), returned()])(
  "nothing is stored after it was sent: $type",
  (event) => {
    expect(draftStep(over, event, both)).toEqual([over]);
  },
);

function submitted(state: DraftState): DraftState {
  return { ...state, stage: "submitting" };
}

test("a refusal is stored until it is corrected, and comes back with what it corrects", () => {
  const [refused, write] = draftStep({ ...submitting, corrects: "No" }, returned(refusal), entered);
  expect([refused.stage, refused.refusal, write?.[1]]).toMatchObject([
    "stored",
    refusal,
    { corrects: "No", refusal },
  ]);
  const [right] = draftStep(refused, { type: "corrected", field: "phone" }, entered);
  expect(right.refusal).toEqual({ errors: { cv: "Too large" }, message: "Not so" });
  expect(draftStep(kept, { type: "corrected", field: "phone" }, entered)).toEqual([kept]);
  const [again] = draftStep(fresh, opened, {
    ...nothing,
    stored: { ...stored, refusal, corrects: "No" },
  });
  expect(again).toMatchObject({ refusal, restoredRefusal: refusal, corrects: "No" });
});

test("two tabs that begin at the same moment end with one id: what was stored last", () => {
  const other = emptyDraft("m-other", true);
  const [mine, first] = draftStep(fresh, paused, entered);
  const [theirs, last] = draftStep(other, paused, entered);
  const inStorage = last?.[0] === "write" ? last[1] : undefined;
  expect(first?.[0]).toBe("write");
  for (const state of [mine, theirs]) {
    const [next] = draftStep(state, changed, { ...entered, stored: inStorage });
    expect(next.applicationId).toBe("m-other");
  }
});
