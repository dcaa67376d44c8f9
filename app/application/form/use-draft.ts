import { useEffect, useState, type RefObject } from "react";
import type { ApplicationFormProps } from "./props";
import { createDraftKeeper } from "../draft/draft-keeper";
import { freshDraft } from "../draft/draft-state";
import { draftNames } from "./form-fields";

/** The form's draft: what keeps it, and what is to be shown of it. */
export function useDraft(props: ApplicationFormProps, form: RefObject<HTMLFormElement>) {
  const { applicationId, position, submission, asked, heldCv, corrects } = props;
  const [keeper] = useState(() => {
    const isFresh = !submission && heldCv === undefined;
    const draft = freshDraft(applicationId, isFresh, heldCv, corrects);
    return createDraftKeeper(draft, position.uuid, draftNames(asked));
  });
  const [view, show] = useState(keeper.view);

  useEffect(() => (form.current ? keeper.start(form.current, show) : undefined), [keeper, form]);

  return { ...view, keeper };
}
