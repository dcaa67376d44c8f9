import { useEffect, useState, type RefObject } from "react";
import type { ApplicationFormProps } from "./application-form";
import { DraftKeeper, type DraftView } from "./draft-keeper";

/** The form's draft: what keeps it, and what is to be shown of it. */
export function useDraft(props: ApplicationFormProps, form: RefObject<HTMLFormElement>) {
  const { applicationId, position, submission, values, heldCv } = props;
  const [keeper] = useState(() => new DraftKeeper(applicationId, position.uuid));
  const [view, show] = useState<DraftView>({ applicationId, isRestored: false });
  const isUntouched =
    submission.state === "idle" && Object.keys(values).length === 0 && heldCv === undefined;

  useEffect(() => {
    if (form.current) return keeper.start(form.current, { isUntouched, show });
  }, [keeper, form, isUntouched]);

  return { ...view, keeper };
}
