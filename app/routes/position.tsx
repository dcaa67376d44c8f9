import {
  data,
  redirect,
  type ActionFunctionArgs,
  type AppLoadContext,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { toLocalPath, receiptHref, getPreviewToken, getReceiptParameter } from "../addresses";
import { UnreadableError } from "../application/delivery/applications.server";
import { applyByPost } from "../application/intake/handle-form.server";
import { writtenTexts } from "../application/intake/entered-values.server";
import { responseHeaders, responseStatus } from "../application/intake/outcome";
import { throwAsScreen, throwReceiptUnreadable } from "../edge/screens.server";
import { messagesFor } from "../i18n/messages";
import { describeGonePosition } from "../position/gone-position.server";
import {
  formContent,
  goneReceiptContent,
  previewContent,
  receiptContent,
} from "../position/page-content.server";
import { pageKind } from "../position/page-kind.server";
import { PositionContent } from "../position/position-content";
import { useContent } from "../ui/page/document";

const NO_STORE = { "Cache-Control": "no-store" };
const PRIVATE = { "Cache-Control": "private, no-cache" };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { positionUuid = "" } = params;
  const token = getPreviewToken(request.url);
  if (token !== undefined) {
    const page = await loadPreview(token, positionUuid, context).catch(
      failPosition(positionUuid, request, context),
    );
    return data(context.show(previewContent(page, token, request, context)), { headers: NO_STORE });
  }
  const receiptId = getReceiptParameter(request);
  if (receiptId !== null) {
    const found = await context
      .receipt(receiptId, positionUuid)
      .catch(failUnreadable(request, context));
    if (found) {
      const { receipt, page } = found;
      const content = receiptContent(receipt, page, positionUuid, request, context);
      return data(context.show(content), { headers: PRIVATE });
    }
  }
  const read = await context.loads
    .position(positionUuid)
    .catch(failPosition(positionUuid, request, context));
  const page = read.value;
  if (receiptId !== null) {
    const content = goneReceiptContent(receiptId, page, request, context);
    return data(context.show(content), { status: 404, headers: PRIVATE });
  }
  const facts = { client: page.clientUuid, position: page.positionUuid, read };
  return context.show(formContent(page, request, context), facts);
}

const loadPreview = async (token: string, id: string, context: AppLoadContext) =>
  context.preview(token).position(id);

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { positionUuid = "" } = params;
  const applying = applyByPost({
    ...context.intake,
    request,
    positionUuid,
    failPosition: failPosition(positionUuid, request, context),
  });
  const applied = await context.runToCompletion(applying);
  const { result } = applied;
  if (result.outcome === "applied") {
    const { pathname } = new URL(request.url);
    const page = context.links.keepParameters(toLocalPath(pathname));
    throw redirect(receiptHref(page, result.receipt.id), 303);
  }
  return data(applied, { status: responseStatus(result), headers: responseHeaders(result) });
}

export const handle = pageKind;

export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  if (errorHeaders) return errorHeaders;
  const headers = new Headers(loaderHeaders);
  actionHeaders.forEach((value, name) => headers.set(name, value));
  return headers;
};

export default function PositionRoute() {
  const content = useContent(pageKind);
  return <PositionContent content={content} posted={useActionData<typeof action>()} />;
}

/**
 * Handles a position's error. The screen of a closed position shows its name and similar jobs.
 *
 * @param values values from a form that could not be sent, which the screen shows
 */
const failPosition =
  (positionUuid: string, request: Request, context: AppLoadContext) =>
  (error: unknown, values: ReadonlyMap<string, string> = new Map()): Promise<never> =>
    throwAsScreen("position-not-found", request, context, async (error, company, language) => ({
      ...(await describeGonePosition(error, company, positionUuid, context)),
      written: writtenTexts(values, messagesFor(language)),
    }))(error);

const failUnreadable =
  (request: Request, context: AppLoadContext) =>
  (error: unknown): Promise<never> =>
    error instanceof UnreadableError
      ? throwReceiptUnreadable(request, context)
      : throwAsScreen("position-not-found", request, context)(error);
