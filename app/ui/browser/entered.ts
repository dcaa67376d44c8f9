import { dispatchChange } from "./dispatch-change";

interface Field {
  id: string;
  value: string;
  checked: boolean;
  files: FileList | null;
}

/**
 * Saves the text, choices and files in an element's fields, and the focus and caret. Ignores fields without an
 * id. The element can already be detached.
 *
 * @returns a function that restores them in an element's fields with the same ids
 */
export function rememberEntered(
  from: Element,
  active = document.activeElement,
): (into: Element) => void {
  const fields = findFields(from).map(({ id, value, checked, files }) => ({
    id,
    value,
    checked,
    files,
  }));
  const focused = active && from.contains(active) ? active : undefined;
  const selection = hasCaret(focused)
    ? ([focused.selectionStart, focused.selectionEnd] as const)
    : undefined;

  return (into) => {
    const targets = new Map(findFields(into).map((field) => [field.id, field]));
    for (const field of fields) {
      const target = targets.get(field.id);
      if (target) restoreField(field, target);
    }
    if (!focused || document.activeElement === focused) return;
    const target = document.getElementById(focused.id);
    target?.focus({ preventScroll: true });
    if (selection && hasCaret(target)) target.setSelectionRange(...selection);
  };
}

function findFields(element: Element): Field[] {
  const selector = "input[id]:not([type=hidden]), textarea[id], select[id]";
  // Textareas and selects have no `checked` or `files`, but accessing these is harmless.
  return [...element.querySelectorAll<HTMLInputElement>(selector)];
}

function restoreField({ value, checked, files }: Field, target: Field): void {
  if (files) {
    if (files.length === 0) return;
    target.files = files;
    // The target's listeners have not seen the choice.
    dispatchChange(target as HTMLInputElement);
    return;
  }
  if (target.value !== value) target.value = value;
  if (target.checked !== checked) target.checked = checked;
}

function hasCaret(
  element: Element | null | undefined,
): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && /^(text|tel|search)$/.test(element.type))
  );
}
