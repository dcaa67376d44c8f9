import { useEffect, useRef, type RefObject } from "react";
import type { FieldErrors } from "../model/application";
import type { ApplicationFormProps } from "./props";
import { findErrors, type FieldCheck } from "./validity";

/** How long a submit waits for the rules, in ms. After that, the server finds the errors. */
const MAX_WAIT_MS = 3000;

/** Checks the form's fields. Loads the rules when an own field or a long text needs them. */
export function useFieldCheck(
  { language, texts }: ApplicationFormProps,
  form: RefObject<HTMLFormElement>,
) {
  const check = useRef<FieldCheck>();
  const loading = useRef<Promise<void>>();
  const controls = () => [...(form.current?.elements ?? [])] as HTMLInputElement[]; // every control has a `validity`

  function load(): Promise<void> | undefined {
    const isNeeded = controls().some(
      ({ value, dataset: { kind, count, max } }) =>
        kind ?? count ?? (max && value.length > Number(max) / 2),
    );
    if (isNeeded) {
      loading.current ??= import("./fields/live").then(
        (module) => void (check.current = module.enhance(controls(), language, texts)),
        () => undefined, // The server checks the same rules.
      );
    }
    return loading.current;
  }
  useEffect(() => void load());

  return {
    load,
    /** Loads the rules if needed, and waits at most `MAX_WAIT_MS`. */
    loadInTime: () =>
      Promise.race([load(), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]),
    /** Returns the errors of the form, or only of the controls called `name`. */
    findErrors: (name?: string): FieldErrors | undefined =>
      findErrors(
        controls().filter((control) => name === undefined || control.name === name),
        texts,
        check.current,
      ),
  };
}
