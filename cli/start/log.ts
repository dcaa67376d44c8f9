export const isNoise = (line: string): boolean =>
  line.trim() === "" ||
  // The configuration check, schedules, and commands' admin requests.
  /"route":"\/(?:404"|-\/\*\/|-\/operator\/schedule")/.test(line) ||
  /wrangler:(info|warn)|⎔|Request\.cf|getaddrinfo|GetAddrInfoReqWrap|^\s*(Binding|env\.)|Your Worker|Service bindings, Durable/.test(
    line,
  );

export function formatLogLine(line: string): string {
  if (!line.startsWith('{"event":"request"')) return line;
  const request = JSON.parse(line) as Record<string, string | number>; // See app/edge/response.server.ts.
  return `${request.status} ${request.method} ${request.route}  ${request.ms} ms  ${request.cache ?? ""}`.trimEnd();
}
