import { useEffect, useState, type RefObject } from "react";
import type { ApplicationFormProps } from "./application-form";
import { DraftKeeper } from "../draft/draft-keeper";
import { draftNames } from "./form-fields";

/** The form's draft: what keeps it, and what is to be shown of it. */
export function useDraft(props: ApplicationFormProps, form: RefObject<HTMLFormElement>) {
  const { applicationId, position, submission, values, heldCv } = props;
  const [keeper] = useState(() => new DraftKeeper(applicationId, position.uuid, heldCv));
  const [view, show] = useState(keeper.view);
  const isUntouched =
    submission.state === "idle" && Object.keys(values).length === 0 && heldCv === undefined;

  useEffect(() => {
    if (!form.current) return undefined;
    return keeper.start(form.current, { isUntouched, names: draftNames(position), show });
  }, [keeper, form, isUntouched, position]);

  return { ...view, keeper };
}
