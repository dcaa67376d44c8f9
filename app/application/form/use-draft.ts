import { useEffect, useState, type RefObject } from "react";
import type { ApplicationFormProps } from "./props";
import { createDraftKeeper } from "../draft/draft-keeper";
import { freshDraft } from "../draft/draft-state";
import { draftNames } from "./field-names";

/** The draft of the form, and its keeper. */
export function useDraft(props: ApplicationFormProps, form: RefObject<HTMLFormElement>) {
  const { applicationId, position, submission, fields, heldCv, corrects } = props;
  const [keeper] = useState(() => {
    const isFresh = !submission && heldCv === undefined;
    const draft = freshDraft(applicationId, isFresh, heldCv, corrects);
    return createDraftKeeper(draft, position.uuid, draftNames(fields));
  });
  const [view, show] = useState(keeper.view);

  useEffect(() => (form.current ? keeper.start(form.current, show) : undefined), [keeper, form]);

  return { ...view, keeper };
}
