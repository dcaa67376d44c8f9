import { locationOptions, type Region } from "~/app/config/region";
import { readSettings, type RawEnv } from "~/app/config/settings.server";
import type { HeldUpload } from "../model/application";
import type { Report } from "./release";
import type { NewFile } from "./store.server";
import type { UndeliveredEntry } from "./undelivered";

/** RPC methods that other Durable Objects call. */
interface ApplicationCalls extends Rpc.DurableObjectBranded {
  wake(): Promise<number | "lost" | undefined>;
  receiveFile(
    file: NewFile,
    content: ReadableStream<Uint8Array>,
  ): Promise<HeldUpload | "too-large" | undefined>;
}

interface IndexCalls extends Rpc.DurableObjectBranded {
  put(entry: UndeliveredEntry): void;
  remove(receiptId: string): void;
  countDelivery(): void;
  readAlerts(): string | undefined;
  writeAlerts(alerts: string): void;
}

interface LimiterCalls extends Rpc.DurableObjectBranded {
  requestSlot(receiptId: string, isLast: boolean): number;
  report(report: Report): void;
  testAlarm(): Promise<number | undefined>;
}

export interface ObjectsEnv<
  Application extends ApplicationCalls = ApplicationCalls,
  Index extends IndexCalls = IndexCalls,
> extends RawEnv {
  APPLICATIONS: DurableObjectNamespace<Application>;
  UNDELIVERED: DurableObjectNamespace<Index>;
  RELEASE: DurableObjectNamespace<LimiterCalls>;
}

/**
 * Returns functions that create stubs of Durable Objects in the configured `JURISDICTION`. An application's object is
 * created near its candidate, the others in the configured `REGION`.
 */
export function getObjects<Application extends ApplicationCalls, Index extends IndexCalls>(
  env: ObjectsEnv<Application, Index>,
) {
  const { JURISDICTION, REGION, RELEASE_PER } = readSettings(env);
  const getObject = <T extends Rpc.DurableObjectBranded>(
    namespace: DurableObjectNamespace<T>,
    name: string,
    region?: Region,
  ) => {
    const placed = JURISDICTION === undefined ? namespace : namespace.jurisdiction(JURISDICTION);
    return placed.get(placed.idFromName(name), locationOptions(region));
  };
  return {
    application: (receiptId: string) => getObject(env.APPLICATIONS, receiptId),
    /** A shard of the index (`shardName`). */
    undelivered: (shard: string) => getObject(env.UNDELIVERED, shard, REGION),
    /** The limiter for the entire site or for one company (`RELEASE_PER`). */
    release: (clientUuid: string) =>
      getObject(
        env.RELEASE,
        RELEASE_PER === "company" ? `release ${clientUuid}` : "release",
        REGION,
      ),
    /** An object without applications, which stores the operator's open incidents (`app/alerts`). */
    alerts: () => getObject(env.UNDELIVERED, "alerts", REGION),
    /** A limiter that is used only to test alarms. */
    alarmTest: () => getObject(env.RELEASE, "alarm-test", REGION),
  };
}
