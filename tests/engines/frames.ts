/**
 * Cuts a stream of bytes into Marionette's messages: the length in bytes as decimal digits, a colon, and
 * so many bytes of JSON.
 *
 * @returns a function that is given what has come, and returns the messages that are whole by then
 */
export function frames(): (bytes: Buffer) => unknown[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const whole: unknown[] = [];
    for (;;) {
      const colon = rest.indexOf(":");
      const length = Number(rest.toString("latin1", 0, Math.max(colon, 0)));
      if (colon < 1 || rest.length < colon + 1 + length) return whole;
      whole.push(JSON.parse(rest.toString("utf8", colon + 1, colon + 1 + length)));
      rest = rest.subarray(colon + 1 + length);
    }
  };
}

/** A command as Marionette takes it: of type 0, with a number by which its answer is known. */
export function frame(number: number, name: string, parameters: object): string {
  const json = JSON.stringify([0, number, name, parameters]);
  return `${Buffer.byteLength(json)}:${json}`;
}
