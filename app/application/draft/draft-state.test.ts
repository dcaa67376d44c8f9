import { expect, test } from "vitest";
import type { Draft } from "./draft";
import { draftStep, emptyDraft } from "./draft-state";
import type { DraftEvent, DraftState, Effect, TabState, Step } from "./draft-state";

const NOW = Date.UTC(2026, 0, 8);

const stored: Draft = {
  applicationId: "m-stored",
  at: NOW - 1000,
  values: { first_name: "Ana" },
  files: { cv: "theirs" },
};
const refusal = { errors: { phone: "Blocked", cv: "Too large" }, message: "Not so" };

/** `fresh` is a new form, `rerendered` is a form returned by the server, and `drafted` has a stored draft. */
const fresh = emptyDraft("m-fresh", true);
const rerendered = emptyDraft("m-fresh", false);
const drafted: DraftState = { ...fresh, stage: "stored", files: { cv: "mine" } };
const submitting: DraftState = { ...drafted, stage: "submitting" };
const sent: DraftState = { ...drafted, stage: "sent" };

/** The state after this tab has restored the stored draft. */
const restored: DraftState = {
  ...fresh,
  stage: "stored",
  applicationId: "m-stored",
  isRestored: true,
  files: { cv: "theirs" },
};

const nothing: TabState = { now: NOW, entered: {}, chosen: [], isTyping: false, stored: undefined };
const entered: TabState = { ...nothing, entered: { phone: "612" } };
const onlyStored: TabState = { ...nothing, stored };
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

const writes = (state: DraftState, values: Draft["values"]): Effect => {
  const { applicationId, files } = state;
  return ["write", { applicationId, at: NOW, values, files }];
};
const writing = (state: DraftState, values = entered.entered): Step => [
  state,
  writes(state, values),
];

test.each<[title: string, state: DraftState, event: DraftEvent, tab: TabState, expected: Step]>([
  // The form opens.
  ["starts no draft for an empty form", fresh, opened, nothing, [fresh]],
  [
    "starts a draft with values entered before hydration",
    fresh,
    opened,
    entered,
    writing({ ...fresh, stage: "stored" }),
  ],
  [
    "restores a stored draft with its files, except in fields with entered values",
    fresh,
    opened,
    { ...both, entered: { first_name: "Eva", phone: "612" } },
    [{ ...restored, storedAt: stored.at }, ["fill", { first_name: "Eva", phone: "612" }]],
  ],
  ["restores no draft in a form returned by the server", rerendered, opened, both, [rerendered]],

  // The candidate enters something.
  ["stores the draft when typing pauses", drafted, paused, entered, writing(drafted)],
  [
    "starts a draft when a form returned by the server is changed",
    rerendered,
    paused,
    both,
    writing({ ...rerendered, stage: "stored" }),
  ],
  [
    "removes the stored draft when the form is empty",
    { ...drafted, files: {} },
    paused,
    nothing,
    [{ ...fresh, stage: "empty" }, ["remove"]],
  ],
  ["stores a draft with only a file", drafted, paused, nothing, writing(drafted, {})],
  ["keeps another tab's draft when this tab is empty", fresh, paused, onlyStored, [fresh]],
  [
    "joins a draft that another tab has started",
    fresh,
    paused,
    both,
    [restored, ["fill", merged], writes(restored, merged)],
  ],
  [
    "stores the draft of a form that is being submitted",
    submitting,
    paused,
    entered,
    writing(submitting),
  ],

  // A file is chosen, uploaded or removed.
  [
    "stores a file",
    fresh,
    file("mine"),
    nothing,
    writing({ ...fresh, stage: "stored", files: { cv: "mine" } }, {}),
  ],
  [
    "adds a file to a draft that another tab has started",
    fresh,
    file("mine"),
    onlyStored,
    [
      { ...restored, files: { cv: "mine" } },
      ["fill", stored.values],
      writes({ ...restored, files: { cv: "mine" } }, stored.values),
    ],
  ],
  ["removes a file", drafted, file(), entered, writing({ ...drafted, files: {} })],
  [
    "doesn't store a voluntary file",
    fresh,
    file("mine", true),
    entered,
    [{ ...fresh, voluntaryFiles: { cv: "mine" } }],
  ],
  [
    "removes a voluntary file",
    { ...fresh, voluntaryFiles: { cv: "mine" } },
    file(undefined, true),
    entered,
    [fresh],
  ],

  // Another tab changes the draft.
  [
    "shows another tab's draft, and removes files that the draft doesn't have",
    { ...drafted, voluntaryFiles: { a: "mine" } },
    changed,
    { ...both, chosen: ["cv", "field-x"] },
    [{ ...restored, voluntaryFiles: { a: "mine" } }, ["fill", stored.values, ["field-x"]]],
  ],
  ["ignores another tab while typing", drafted, changed, { ...both, isTyping: true }, [drafted]],
  ["ignores another tab while submitting", submitting, changed, both, [submitting]],
  [
    "empties the form when another tab clears the draft",
    restored,
    changed,
    entered,
    [fresh, ["empty"]],
  ],
  [
    "keeps a form that this tab has not stored when another tab clears the draft",
    fresh,
    changed,
    entered,
    [fresh],
  ],

  // The form is submitted.
  [
    "on submit, stores the values and removes the last refusal",
    { ...fresh, refusal },
    { type: "submitted" },
    entered,
    [submitted(fresh), writes(fresh, entered.entered)],
  ],
  [
    "on submit, joins a draft that another tab has started",
    fresh,
    { type: "submitted" },
    both,
    [submitted(restored), ["fill", merged], writes(restored, merged)],
  ],
  ["stores the values of a returned form", submitting, returned(), entered, writing(drafted)],
  ["removes the draft after sending", submitting, { type: "sent" }, entered, [sent, ["remove"]]],
  [
    "stashes the draft, without a correction or refusal, for a given receipt",
    { ...submitting, corrects: "Not so", refusal },
    { type: "sent", receiptId: "r" },
    entered,
    [
      { ...sent, corrects: "Not so", refusal },
      [
        "stash",
        "r",
        {
          ...{ applicationId: "m-fresh", at: NOW, isSent: true },
          ...{ values: entered.entered, files: { cv: "mine" } },
        },
      ],
      ["remove"],
    ],
  ],
  // The candidate clears the form.
  [
    "empties the form, removes the draft, and restores the server's id",
    { ...restored, storedAt: 1, voluntaryFiles: { a: "mine" }, corrects: "Not so", refusal },
    cleared,
    both,
    [fresh, ["empty"], ["remove"]],
  ],
])("%s", (_, state, event, tab, expected) => {
  expect(draftStep(state, event, tab)).toEqual(expected);
});

test.each([paused, changed, cleared, file("mine"), returned()])(
  "ignores the event after sending: $type",
  (event) => {
    expect(draftStep(sent, event, both)).toEqual([sent]);
  },
);

function submitted(state: DraftState): DraftState {
  return { ...state, stage: "submitting" };
}

test("stores and restores a refusal, and removes the error of a corrected field", () => {
  const [refused, write] = draftStep({ ...submitting, corrects: "No" }, returned(refusal), entered);
  expect([refused.stage, refused.refusal, write?.[1]]).toMatchObject([
    "stored",
    refusal,
    { corrects: "No", refusal },
  ]);
  const [corrected] = draftStep(refused, { type: "corrected", field: "phone" }, entered);
  expect(corrected.refusal).toEqual({ errors: { cv: "Too large" }, message: "Not so" });
  expect(draftStep(drafted, { type: "corrected", field: "phone" }, entered)).toEqual([drafted]);
  const [reopened] = draftStep(fresh, opened, {
    ...nothing,
    stored: { ...stored, refusal, corrects: "No" },
  });
  expect(reopened).toMatchObject({ refusal, restoredRefusal: refusal, corrects: "No" });
});

test("two tabs that start a draft simultaneously both use the id stored last", () => {
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
