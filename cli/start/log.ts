export const isNoise = (line: string): boolean =>
  line.trim() === "" ||
  // Admin requests, from commands and the schedule.
  line.includes('"route":"/-/*/*') ||
  /wrangler:(info|warn)|⎔|Request\.cf|getaddrinfo|GetAddrInfoReqWrap|^\s*(Binding|env\.)|Your Worker|Service bindings, Durable/.test(
    line,
  );

export function formatLogLine(line: string): string {
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
