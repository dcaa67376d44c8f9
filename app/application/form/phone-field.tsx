import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { hydrateIsland } from "~/app/ui/browser/hydrate-island";
import { nextTask } from "~/app/ui/browser/next-task";
import { useFirstTouch } from "~/app/ui/browser/use-first-touch";
import type { NamedCountry } from "../phone/country";
import { fetchPlans } from "../phone/fetch-plans";
import type { PhoneError } from "../phone/phone-editing";
import type { PhoneControl } from "../phone/phone-control";
import type { PlainPhone } from "./fields/plain-phone";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import type { FormTexts } from "./texts";

interface PhoneFieldProps extends FieldProps {
  defaults: NamedCountry;
  isOptional?: boolean | undefined;
  /** `PhoneControl` loads when this form is first touched. */
  form: RefObject<HTMLFormElement>;
  /** A BCP 47 tag. */
  language: string;
  texts: FormTexts;
  /** Server only. */
  PlainPhone?: typeof PlainPhone | undefined;
}

/**
 * The phone field, rendered by the server. Its script hydrates the field as a separate island, because React
 * blocks events in a part that isn't hydrated yet (decision 0011). If the script fails, the field stays plain.
 */
export function PhoneField(props: PhoneFieldProps) {
  const { name, error, isOptional, texts, PlainPhone, defaults } = props;
  const [wrong, setWrong] = useState<PhoneError>();
  // The error summary's message takes precedence (specification, section 5).
  const message = error ?? (wrong && texts[wrong === "error.phone" ? "error.phone_inline" : wrong]);
  const described = describedBy(name, { hint: true, error: message !== undefined });
  const { value, language } = props;
  const field = { name, value, isOptional, home: defaults.code, language, texts, setWrong };
  const { host, isHydrated } = usePhoneControl(props, field, message, described);

  return (
    <FieldFrame
      name={name}
      label={
        isOptional ? `${texts["apply.phone"]} ${texts["form.optional"]}` : texts["apply.phone"]
      }
      hint={texts["form.phone_hint"]}
      error={message}
      isAnnounced={isHydrated}
    >
      <div
        ref={host}
        className="phone"
        role="presentation" // React listens for clicks here, so Firefox would report a group to screen readers.
        suppressHydrationWarning
        dangerouslySetInnerHTML={PlainPhone ? undefined : { __html: "" }}
      >
        {PlainPhone && <PlainPhone {...field} country={defaults} described={described} />}
      </div>
    </FieldFrame>
  );
}

type ControlProps = Parameters<typeof PhoneControl>[0];

/** Hydrates the field when its form is first touched. */
function usePhoneControl(
  { form, defaults: { dialCode } }: PhoneFieldProps,
  field: Omit<ControlProps, "error">,
  error: string | undefined,
  described: ReturnType<typeof describedBy>,
) {
  const host = useRef<HTMLDivElement>(null);
  const render = useRef<(part: ReactNode) => void>();
  const [Control, setControl] = useState<typeof PhoneControl>();
  // Without `Control`, the plain country describes the field.
  described["aria-describedby"] += Control ? "" : " phone-country";

  const enhance = useCallback(() => {
    Promise.all([import("../phone/phone-control"), fetchPlans(dialCode)])
      .then(async ([module, plans]) => {
        module.addPlans(plans, dialCode);
        await nextTask();
        if (!host.current) return;
        render.current = hydrateIsland(host.current, <module.PhoneControl {...field} />);
        setControl(() => module.PhoneControl);
      })
      .catch(() => undefined); // The field stays plain.
    // oxlint-disable-next-line react/exhaustive-deps -- later props are rendered below
  }, []);
  useFirstTouch(form, enhance);

  useEffect(() => {
    if (Control) render.current?.(<Control {...field} error={error} />);
    const input = document.getElementById(field.name);
    for (const [attribute, text] of Object.entries(described)) {
      input?.setAttribute(attribute, `${text}`);
    }
  });
  return { host, isHydrated: Control !== undefined };
}
