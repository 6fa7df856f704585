// Puts pictures one after the other into one WebP file that moves.
//
// The format is RIFF: VP8X says how large the picture is, ANIM how often it is shown, and every ANMF holds a rectangle, how long it
// stays, and a picture that the browser has encoded.

/** A chunk of a RIFF file: its name, its length and its bytes, padded to an even number. */
function chunk(name, bytes) {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
}

/** A number in three bytes, as the format has them. */
function three(number) {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(number, 0, 3);
  return bytes;
}

/** The chunks of a still picture that hold the picture itself. */
function picture(still) {
  const parts = [];
  for (let at = 12; at < still.length;) {
    const [name, length] = [still.toString("latin1", at, at + 4), still.readUInt32LE(at + 4)];
    const end = at + 8 + length + (length % 2);
    if (["VP8 ", "VP8L", "ALPH"].includes(name)) parts.push(still.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** One file of `{ still, x, y, width, height, milliseconds }`, each drawn over what was there before; x and y are even. */
export function film(width, height, frames) {
  const size = Buffer.concat([three(width - 1), three(height - 1)]);
  const moves = 2; // the flag of VP8X for pictures that move
  const keep = 2; // the flag of ANMF for a frame that replaces what it covers, and then stays
  const chunks = [
    chunk("VP8X", Buffer.concat([Buffer.from([moves, 0, 0, 0]), size])),
    chunk("ANIM", Buffer.alloc(6)), // any background, shown for ever
    ...frames.map(({ still, x, y, width, height, milliseconds }) => chunk("ANMF", Buffer.concat([
      three(x / 2), three(y / 2), three(width - 1), three(height - 1), three(milliseconds), Buffer.from([keep]), picture(still),
    ]))),
  ];
  return chunk("RIFF", Buffer.concat([Buffer.from("WEBP", "latin1"), ...chunks]));
}
