import { dispatchChange } from "./dispatch-change";

interface Field {
  id: string;
  value: string;
  checked: boolean;
  files: FileList | null;
}

/**
 * Remembers what was entered into the fields of an element (text, choices, chosen files), and where the
 * focus and the caret are. Only fields with an id count. The element may have left the page already.
 *
 * @returns a function that restores all of it in the fields with the same ids of an element
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
    const there = new Map(findFields(into).map((field) => [field.id, field]));
    for (const field of fields) {
      const target = there.get(field.id);
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
  // Others have no `checked` and no `files`. Reading and writing them there does no harm.
  return [...element.querySelectorAll<HTMLInputElement>(selector)];
}

function restoreField({ value, checked, files }: Field, target: Field): void {
  if (files) {
    if (files.length === 0) return;
    target.files = files;
    // Nobody listened when it was chosen.
    dispatchChange(target as HTMLInputElement);
    return;
  }
  if (target.value !== value) target.value = value;
  if (target.checked !== checked) target.checked = checked;
}

/** Whether an element is a text field, which has a caret. */
function hasCaret(
  element: Element | null | undefined,
): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && /^(text|tel|search)$/.test(element.type))
  );
}
