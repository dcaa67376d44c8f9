/** Whether a line says nothing that a person could use. */
export const isNoise = (line: string): boolean =>
  line.trim() === "" ||
  // Requests of the admin interface, by commands and by the schedule.
  line.includes('"route":"/-/*/*') ||
  /wrangler:(info|warn)|⎔|Request\.cf|getaddrinfo|GetAddrInfoReqWrap|^\s*(Binding|env\.)|Your Worker|Service bindings, Durable/.test(
    line,
  );

/** A request's log line in words; any other line as it is. */
export function readable(line: string): string {
  if (!line.startsWith('{"event":"request"')) return line;
  const {
    method,
    route,
    status,
    ms,
    cache = "",
  } = JSON.parse(line) as Record<string, string | number>; // Written by app/edge/request-log.server.ts.
  return `${status} ${method} ${route}  ${ms} ms  ${cache}`.trimEnd();
}
