import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { UndeliveredExport, UndeliveredView } from "~/contract/operator";
import { getFieldParameter, canonicalPath, receiptHref } from "../addresses";
import type { OperatorView } from "../application/delivery/operator-view";
import { isReceiptId } from "../application/model/receipt";
import { operatorJson, OPERATOR_HEADERS, refuseNonOperator } from "../edge/operator.server";

const UNREADABLE = "The application's storage cannot be read. See docs/operations.md.";

const notFound = () => new Response("Not Found", { status: 404 });

/**
 * For operators: returns an application's state (`show`), what the candidate sent (`export`), the CV (`cv`), or the
 * file of another field (`cv?field=`).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const refused = await refuseNonOperator(request, context);
  if (refused) return refused;
  const { receiptId = "", action: name } = params;
  if (!isReceiptId(receiptId)) return notFound();
  const { operator } = context;
  switch (name) {
    case "show": {
      const view = await operator.show(receiptId);
      return view ? operatorJson(toResponse(view, context) satisfies UndeliveredView) : notFound();
    }
    case "export": {
      const exported = await operator.exportContents(receiptId);
      if (exported === "unreadable") return new Response(UNREADABLE, { status: 409 });
      return exported
        ? operatorJson(
            toResponse(exported, context) satisfies Pick<
              UndeliveredExport,
              "number" | "cv" | "files"
            >,
          )
        : notFound();
    }
    case "cv": {
      const cv = await operator.file(receiptId, getFieldParameter(request));
      if (!cv) return notFound();
      return new Response(cv.content, {
        headers: {
          ...OPERATOR_HEADERS,
          // A fixed type instead of the type that the candidate's browser sent, so that browsers don't render
          // the file.
          "Content-Type": "application/octet-stream",
          "Content-Disposition": "attachment",
          "Content-Length": String(cv.size),
        },
      });
    }
    default:
      return notFound();
  }
}

/** For operators: sends an application now (`send`) or gives up on it (`drop`). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const refused = await refuseNonOperator(request, context);
  if (refused) return refused;
  const { receiptId = "", action: name } = params;
  if (!isReceiptId(receiptId) || (name !== "send" && name !== "drop")) return notFound();
  const view = await context.operator[name](receiptId);
  return view ? operatorJson(toResponse(view, context) satisfies UndeliveredView) : notFound();
}

const toResponse = <View extends OperatorView>(view: View, { links }: AppLoadContext) => ({
  ...view,
  address: receiptUrl(view, links.siteOrigin(view.company.uuid)),
  sentAt: new Date(view.sentAt).toISOString(),
  dueAt: view.dueAt === null ? null : new Date(view.dueAt).toISOString(),
});

function receiptUrl({ receiptId, position }: OperatorView, origin: string): string {
  const page = canonicalPath({ kind: "position", id: position.uuid, isPrivacy: false });
  return new URL(receiptHref(page, receiptId), origin).href;
}
