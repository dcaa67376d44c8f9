import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { putFile } from "~/app/ui/browser/put-file";
import { emptyForm, findFileFields, fillForm } from "../draft/draft-fields";
import type { DraftEvent, DraftState, Effect } from "../draft/draft-state";
import { draftStep, emptyDraft } from "../draft/draft-state";
import { readDraft, removeDraft, sweepDrafts, writeDraft } from "../draft/draft-storage";
import { readEntered, isPrivate } from "../draft/entered-fields";
import { draftKey } from "../draft/keys";
import type { NamedUpload } from "../model/application";
import { fileText } from "../upload/file-draft";
import { draftNames } from "./field-names";
import type { FormField, FormPart } from "./parts";
import type { Submission } from "./submission";

interface DraftProps {
  applicationId: string;
  position: { uuid: string };
  submission?: Submission | undefined;
  parts: readonly FormPart[];
  fields: readonly FormField[];
  heldCv?: NamedUpload | undefined;
  heldFiles?: Record<string, NamedUpload> | undefined;
  corrects?: string | undefined;
}

/** Pause in typing before the draft is stored, in ms. */
const TYPING_PAUSE_MS = 300;

/** The form's draft. Listens to the form, and applies the effects that `draft-state.ts` returns. */
export function useDraft(props: DraftProps, form: RefObject<HTMLFormElement>) {
  const { fields } = props;
  const positionUuid = props.position.uuid;
  const [state, setState] = useState(() => initialState(props));
  /** The newest state, which might not be rendered yet. */
  const latest = useRef(state);
  const pause = useRef<ReturnType<typeof setTimeout>>();
  const isFilling = useRef(false);
  /** Files being read from the browser's cache. Submits wait for them. */
  const reading = useRef<Promise<void>[]>([]);

  const dispatch = useCallback(
    (event: DraftEvent) => {
      const names = draftNames(fields);
      const fileFields = findFileFields(form.current);
      const entered = () => readEntered(form.current, names);
      const fill = (work: () => void) => {
        // Ignore the input events that `work` causes.
        isFilling.current = true;
        work();
        isFilling.current = false;
      };
      const applyEffect = (effect: Effect) => {
        const [type] = effect;
        if (type === "write") writeDraft(positionUuid, effect[1]);
        else if (type === "stash") writeDraft(effect[1], effect[2]);
        else if (type === "remove") void removeDraft(positionUuid);
        else if (type === "empty") fill(() => emptyForm(form.current));
        else {
          const [, values, withoutFiles = []] = effect;
          fill(() => {
            fillForm(form.current, values, names);
            const emptied = fileFields.filter(({ name }) => withoutFiles.includes(name));
            for (const field of emptied) putFile(field, undefined);
          });
          // Fill the form again after the checkbox that removes a held file has been rendered.
          setTimeout(() => {
            if (!latest.current.isRestored) return;
            fill(() => fillForm(form.current, { ...values, ...entered() }, names));
          });
        }
      };
      const [next, ...effects] = draftStep(latest.current, event, {
        now: Date.now(),
        entered: entered(),
        chosen: fileFields
          .filter((field) => field.files?.length && !isPrivate(field))
          .map(({ name }) => name),
        isTyping: pause.current !== undefined,
        stored: readDraft(positionUuid),
      });
      latest.current = next;
      setState(next);
      effects.forEach(applyEffect);
    },
    [form, fields, positionUuid],
  );

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const store = () => {
      if (pause.current === undefined) return;
      clearTimeout(pause.current);
      pause.current = undefined;
      dispatch({ type: "paused" });
    };
    const onType = () => {
      if (isFilling.current) return;
      clearTimeout(pause.current);
      pause.current = setTimeout(store, TYPING_PAUSE_MS);
    };
    form.current?.addEventListener("input", onType, { signal });
    form.current?.addEventListener("change", onType, { signal });
    let wasStored = false;
    const onHide = () => {
      store();
      wasStored = readDraft(positionUuid) !== undefined;
    };
    addEventListener("pagehide", onHide, { signal });
    const follow = (isOurs: boolean) => isOurs && dispatch({ type: "changed" });
    addEventListener("storage", ({ key }) => follow(key === draftKey(positionUuid)), { signal });
    // Other tabs might have changed the draft while this page was in the back-forward cache. If no draft was
    // stored before or after that time, keep the form, because storage might be blocked.
    const onShow = ({ persisted }: PageTransitionEvent) =>
      follow(persisted && (wasStored || readDraft(positionUuid) !== undefined));
    addEventListener("pageshow", onShow, { signal });
    void sweepDrafts();
    // This must run after `hydrateIsland` has restored values entered before hydration.
    queueMicrotask(() => dispatch({ type: "opened" }));
    return () => {
      clearTimeout(pause.current);
      listening.abort();
    };
  }, [form, positionUuid, dispatch]);

  return { ...state, latest, dispatch, reading };
}

export type FormDraft = ReturnType<typeof useDraft>;

/** The draft of the server-rendered form, with files held from an earlier POST. */
function initialState(props: DraftProps): DraftState {
  const { applicationId, submission, heldCv, heldFiles, corrects, parts } = props;
  const isFresh = !submission && heldCv === undefined;
  const state = { ...emptyDraft(applicationId, isFresh), corrects };
  for (const part of parts) {
    if (typeof part !== "object") continue;
    const held = part.name === "cv" ? heldCv : heldFiles?.[part.name];
    const text = fileText({ held });
    if (text !== undefined) state[part.isPrivate ? "voluntaryFiles" : "files"][part.name] = text;
  }
  return state;
}
