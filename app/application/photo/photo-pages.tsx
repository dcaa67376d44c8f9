import { useEffect, useRef, useState } from "react";
import { fileSizeText } from "~/app/i18n/file-size";
import { fill } from "~/app/i18n/fill";
import { addStyles } from "~/app/ui/browser/add-styles";
import photoPages from "~/app/ui/styles/photoPages.generated.json";
import {
  addPages,
  changeAlbum,
  type Album,
  type PhotoOutcome,
  type PhotoField,
  type PhotoPage,
} from "./album";
import type { PhotoTexts } from "./texts";

export { shrinkPhotos } from "./album";

interface PhotoPagesProps {
  field: PhotoField;
  album: Album;
  /** Called before the album changes. */
  onChange: () => void;
  showError: (message: string) => void;
  /** Makes submits wait for `work`, and shows that photos are being made smaller. */
  waitFor: (work: Promise<PhotoOutcome>) => void;
  id: string;
  /** A BCP 47 tag. */
  language: string;
  texts: PhotoTexts;
}

/** A list of a CV's photographed pages. Candidates can add, remove and reorder pages. */
export function PhotoPages(props: PhotoPagesProps) {
  const { field, album, onChange, showError, waitFor, id, language, texts } = props;
  const { pages, isOriginal, isLight, skip } = album;
  const chosen = field.input.current?.files?.[0];
  useState(() => addStyles(photoPages));
  const root = useRef<HTMLDivElement>(null);
  /** Key of the page whose button was pressed. The button loses the focus when its page moves. */
  const pressed = useRef<number>();
  useEffect(() => {
    if (pressed.current === undefined) return;
    const row = root.current?.querySelector(`[data-page="${pressed.current}"] button`);
    const next = row ?? root.current?.querySelector("button, input");
    if (next instanceof HTMLElement) next.focus();
    pressed.current = undefined;
  }, [pages]);
  const [only] = pages.length === 1 ? pages : [];
  const pageText = (index: number) => fill(texts["photo.page"], { number: index + 1 });
  const originalText = (size: number) =>
    fill(texts["photo.original"], { original: fileSizeText(size, language) });
  const without = (index: number) => pages.filter((_, other) => other !== index);
  const change = (changes: Partial<Album>) => {
    onChange();
    const message = changeAlbum(field, changes);
    if (message !== undefined) showError(message);
  };
  const add = async (files: File[]) => {
    onChange();
    const adding = addPages(field, files);
    waitFor(adding);
    if ((await adding) === "refused") showError(texts["error.cv_page"]);
  };
  const show = (changed: PhotoPage[], key: number) => {
    pressed.current = key;
    change({ pages: changed, isLight: false });
  };
  const moveUp = (page: PhotoPage, index: number) => {
    const others = without(index);
    show([...others.slice(0, index - 1), page, ...others.slice(index - 1)], page.key);
  };
  return (
    <div className="photo-pages" ref={root}>
      {pages.length > 1 && (
        <ol>
          {pages.map((page, index) => (
            <li key={page.key} data-page={page.key}>
              <img src={page.preview} alt="" width="60" height="80" />
              <div>
                <span>
                  {pageText(index)} <span className="visually-hidden">{page.original.name}</span>
                </span>
                {index > 0 && (
                  <button
                    type="button"
                    className="button-quiet"
                    disabled={skip !== undefined}
                    onClick={() => moveUp(page, index)}
                  >
                    {texts["photo.up"]} <span className="visually-hidden">{pageText(index)}</span>
                  </button>
                )}
                <button
                  type="button"
                  className="button-quiet"
                  disabled={skip !== undefined}
                  onClick={() => show(without(index), page.key)}
                >
                  {texts["form.cv_remove"]}{" "}
                  <span className="visually-hidden">{pageText(index)}</span>
                </button>
              </div>
            </li>
          ))}
        </ol>
      )}
      {only?.isSendable && !isLight && (
        <label className="choice">
          <input
            type="checkbox"
            checked={isOriginal}
            onChange={({ target }) => change({ isOriginal: target.checked })}
          />
          <span>{originalText(only.original.size)}</span>
        </label>
      )}
      {skip && (
        <button
          type="button"
          className="button-quiet photo-skip"
          onClick={() => {
            skip();
            field.input.current?.focus();
          }}
        >
          {pages.length > 0
            ? `${texts["form.cv_remove"]} ${pageText(pages.length)}`
            : originalText(chosen?.size ?? 0)}
        </button>
      )}
      {pages.length > 0 &&
        field.input.current?.accept.includes(".pdf") &&
        (!isOriginal || isLight) && (
          <label className="button-quiet photo-add" htmlFor={`${id}-page`}>
            <input
              id={`${id}-page`}
              type="file"
              accept="image/*"
              multiple
              // Keeps the focus, unlike `disabled`.
              aria-disabled={skip !== undefined}
              onClick={(event) => {
                if (skip) event.preventDefault();
              }}
              onChange={({ target }) => {
                void add([...(target.files ?? [])]);
                target.value = "";
              }}
            />
            {texts["photo.add"]}
          </label>
        )}
    </div>
  );
}
