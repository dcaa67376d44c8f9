import { useEffect, useRef, useState } from "react";
import { fileSizeText } from "~/app/i18n/file-size";
import { fill } from "~/app/i18n/fill";
import { addStyles } from "~/app/ui/browser/add-styles";
import photoPages from "~/app/ui/styles/photoPages.generated.json";
import type { Album, PhotoField, PhotoPage, PhotoPagesProps } from "../upload/photo-field";
import { addPages, changeAlbum } from "./album";

export { shrinkPhotos } from "./album";

/** A list of a CV's photographed pages. Candidates can add, remove and reorder pages. */
export function PhotoPages(props: PhotoPagesProps) {
  const { field, album, onChange, showError, waitFor, id, language, texts } = props;
  const { pages, isOriginal, isLight, skip } = album;
  const isDisabled = skip !== undefined;
  useState(() => addStyles(photoPages));
  const { root, pressedRef } = usePressedPage(pages);
  const [only] = pages.length === 1 ? pages : [];
  const pageText = (index: number) => fill(texts["photo.page"], { number: index + 1 });
  const originalText = (size: number) =>
    fill(texts["photo.original"], { original: fileSizeText(size, language) });
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
    pressedRef.current = key;
    change({ pages: changed, isLight: false });
  };
  const isJoined = pages.length > 0 && (!isOriginal || isLight);
  return (
    <div className="photo-pages" ref={root}>
      {pages.length > 1 && (
        <ol>
          {pages.map((page, index) => (
            <Page key={page.key} {...{ page, index, pages, isDisabled, show, pageText, texts }} />
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
        <SkipButton {...{ skip, field }}>
          {pages.length > 0
            ? `${texts["form.cv_remove"]} ${pageText(pages.length)}`
            : originalText(field.input.current?.files?.[0]?.size ?? 0)}
        </SkipButton>
      )}
      {isJoined && field.input.current?.accept.includes(".pdf") && (
        <AddButton id={`${id}-page`} text={texts["photo.add"]} {...{ isDisabled, add }} />
      )}
    </div>
  );
}

/** `pressedRef` has the key of the page whose button was pressed. The button loses the focus when its page moves. */
function usePressedPage(pages: readonly PhotoPage[]) {
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<number>();
  useEffect(() => {
    if (pressed.current === undefined) return;
    const row = root.current?.querySelector(`[data-page="${pressed.current}"] button`);
    const next = row ?? root.current?.querySelector("button, input");
    if (next instanceof HTMLElement) next.focus();
    pressed.current = undefined;
  }, [pages]);
  return { root, pressedRef: pressed };
}

interface SkipProps {
  skip: () => void;
  field: PhotoField;
  children: string;
}

const SkipButton = ({ skip, field, children }: SkipProps) => (
  <button
    type="button"
    className="button-quiet photo-skip"
    onClick={() => {
      skip();
      field.input.current?.focus();
    }}
  >
    {children}
  </button>
);

interface PageProps {
  page: PhotoPage;
  index: number;
  pages: readonly PhotoPage[];
  isDisabled: boolean;
  show: (changed: PhotoPage[], key: number) => void;
  pageText: (index: number) => string;
  texts: PhotoPagesProps["texts"];
}

function Page({ page, index, pages, isDisabled, show, pageText, texts }: PageProps) {
  const others = pages.filter((other) => other !== page);
  const above = [...others.slice(0, index - 1), page, ...others.slice(index - 1)];
  const button = { type: "button", className: "button-quiet", disabled: isDisabled } as const;
  const which = <span className="visually-hidden">{pageText(index)}</span>;
  return (
    <li data-page={page.key}>
      <img src={page.preview} alt="" width="60" height="80" />
      <div>
        <span>
          {pageText(index)} <span className="visually-hidden">{page.original.name}</span>
        </span>
        {index > 0 && (
          <button {...button} onClick={() => show(above, page.key)}>
            {texts["photo.up"]} {which}
          </button>
        )}
        <button {...button} onClick={() => show(others, page.key)}>
          {texts["form.cv_remove"]} {which}
        </button>
      </div>
    </li>
  );
}

interface AddButtonProps {
  id: string;
  text: string;
  isDisabled: boolean;
  add: (files: File[]) => Promise<void>;
}

const AddButton = ({ id, text, isDisabled, add }: AddButtonProps) => (
  <label className="button-quiet photo-add" htmlFor={id}>
    <input
      id={id}
      type="file"
      accept="image/*"
      multiple
      // Keeps the focus, unlike `disabled`.
      aria-disabled={isDisabled}
      onClick={(event) => {
        if (isDisabled) event.preventDefault();
      }}
      onChange={({ target }) => {
        void add([...(target.files ?? [])]);
        target.value = "";
      }}
    />
    {text}
  </label>
);
