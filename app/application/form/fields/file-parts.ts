import { fill } from "~/app/i18n/fill";
import { kilobytesText, limitText } from "~/app/i18n/file-size";
import { languageTag, type Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
import type { Field, PositionPage } from "~/app/platform/types";
import { memoize } from "~/app/i18n/memoize";
import { controlName } from "~/app/application/fields/answers";
import { getFileFields, type FileField } from "~/app/application/model/file-fields";
import { JPEG_EXTENSIONS } from "~/app/application/model/file-name";
import { formatTypes } from "~/app/application/model/file-types";
import { CV_FIELD } from "~/app/application/model/files";
import { CV_EXTENSIONS } from "~/app/application/model/cv-types";
import { CV_HINT_KB } from "~/app/application/model/limits";
import type { FilePart } from "../parts";
import { fileTexts } from "../texts";
import { fieldLabel } from "~/app/application/fields/reserved";

type FilesPosition = Pick<PositionPage, "fields" | "standard" | "positionUuid"> &
  Partial<Pick<PositionPage, "cvAccept" | "cvMaxBytes">>;

interface FilePartsOptions {
  position: FilesPosition;
  maxCvBytes: number;
  holdMs: number;
  language: Language;
  partLanguage: string | undefined;
}

export function fileParts(options: FilePartsOptions) {
  const { position, maxCvBytes, holdMs, language, partLanguage } = options;
  const t = messagesFor(language);
  const rules = getFileFields(position, maxCvBytes);
  const fieldTexts = ({ accept, maxBytes }: FileField) =>
    fileTexts(language, {
      holdMs,
      types: formatTypes(accept),
      size: sizeLimitText(maxBytes, language),
    });

  function cv(): FilePart | undefined {
    const rule = rules.get(CV_FIELD);
    if (!rule) return undefined;
    const isUsual = position.cvAccept === undefined && position.cvMaxBytes === undefined;
    const custom = isUsual ? undefined : fieldTexts(rule);
    return {
      name: "cv",
      label: t["apply.cv"],
      // If the limit is below the recommended size, show the limit instead.
      hint:
        rule.maxBytes < CV_HINT_KB * 1024
          ? fieldTexts(rule).hint
          : cvHint(formatTypes(rule.accept), language),
      isRequired: rule.isRequired,
      accept: acceptAttribute(isUsual ? CV_EXTENSIONS : rule.accept),
      maxBytes: rule.maxBytes,
      ...(custom && {
        texts: {
          "error.cv_type": custom.texts["error.cv_type"],
          "error.file_large": custom.texts["error.file_large"],
        },
      }),
    };
  }

  function filePart(field: Extract<Field, { kind: "file" }>): FilePart {
    const { isVoluntary, isRequired } = field;
    const rule = rules.get(field.id) ?? { accept: CV_EXTENSIONS, maxBytes: maxCvBytes, isRequired };
    const { hint, texts } = fieldTexts(rule);
    const label = fieldLabel(field, t);
    return {
      name: controlName(field.id),
      label: label.text,
      lang: label.isOurs ? undefined : partLanguage,
      hint,
      ...(field.hint !== undefined && { ownHint: field.hint, ownHintLang: partLanguage }),
      ...(/https?:/i.test(`${label.text} ${field.hint}`) && { newTab: t["form.new_tab"] }),
      isRequired: isRequired && !isVoluntary,
      ...(isVoluntary && { isPrivate: true }),
      accept: acceptAttribute(rule.accept),
      maxBytes: rule.maxBytes,
      texts: { ...texts, "no.cv": t["error.file_missing"] },
    };
  }

  return { cv: cv(), filePart };
}

const sizeLimitText = memoize(100, (bytes: number, language: Language) =>
  limitText(bytes, languageTag(language)),
);

const cvHint = memoize(100, (types: string, language: Language) =>
  fill(messagesFor(language)["form.cv_hint"], {
    types,
    kilobytes: kilobytesText(CV_HINT_KB, languageTag(language)),
    recommended: limitText(CV_HINT_KB * 1024, languageTag(language)),
  }),
);

function acceptAttribute(extensions: readonly string[]): string {
  const hasJpeg = extensions.some((extension) => JPEG_EXTENSIONS.includes(extension));
  return `.${[...new Set([...extensions, ...(hasJpeg ? JPEG_EXTENSIONS : [])])].join(",.")}`;
}
