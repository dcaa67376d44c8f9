import { receiptNumber } from "../../../app/application/model/receipt";
import type { Candidate } from "./candidate";

interface Entry {
  receiptId: string;
  state: string;
}

/** An operator of the site, who knows the secret. */
export function operatorOf(site: { url: string }, secret: string) {
  const ask = async (path: string, method = "GET", meant = [200]) => {
    const address = `${site.url}/-/operator/applications${path}`;
    const response = await fetch(address, {
      method,
      headers: { Authorization: `Bearer ${secret}` },
    });
    if (!meant.includes(response.status))
      throw new TypeError(`${method} ${path} answered ${response.status}`);
    return response;
  };
  const list = async (query = "") => {
    const response = await ask(query);
    return (await response.json<{ applications: Entry[] }>()).applications;
  };
  return {
    list: () => list(),
    /** What is listed of a candidate's application; undefined if nothing is. */
    async entry({ receiptId }: Candidate): Promise<Entry | undefined> {
      const found = await list(`?number=${receiptNumber(receiptId)}`);
      return found.find((entry) => entry.receiptId === receiptId);
    },
    send: (receiptId: string) => ask(`/${receiptId}/send`, "POST"),
    /** One that is not there any more leaves the list, too. */
    drop: (receiptId: string) => ask(`/${receiptId}/drop`, "POST", [200, 404]),
  };
}

export type Operator = ReturnType<typeof operatorOf>;
