// Sounds for those who wish for them. They tell nothing that is not also shown and said.

// Each sound is made of strikes: when one comes, in seconds, its pitch in hertz, to which it falls, how long it rings, and how much of the
// knock of wood it has. What is laid down knocks, what is taken knocks twice, a check rings, an end is a chord.
const SOUNDS = {
  move: [[0, 300, 180, 0.07, 1]],
  capture: [[0, 240, 130, 0.09, 1], [0.07, 170, 90, 0.14, 0.8]],
  check: [[0, 300, 180, 0.07, 1], [0.05, 880, 870, 0.35, 0], [0.05, 1320, 1310, 0.25, 0]],
  alarm: [[0, 190, 180, 0.13, 0], [0.16, 150, 140, 0.18, 0]],
  edge: [[0, 110, 90, 0.05, 0.5]],
  end: [[0, 262, 261, 0.7, 0.6], [0.12, 330, 329, 0.7, 0], [0.24, 392, 391, 0.8, 0], [0.36, 523, 522, 1.1, 0]],
};
const LOUDNESS = { low: 0.08, medium: 0.2, high: 0.4 };
const KNOCK = 0.045;

let context = null;
let wood = null;

/** A moment of noise that dies away. */
function noise() {
  const length = Math.ceil(context.sampleRate * KNOCK);
  const buffer = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < length; at += 1) samples[at] = (Math.random() * 2 - 1) * (1 - at / length) ** 3;
  return buffer;
}

/** Rising and falling softly, because a tone that is cut off clicks. */
function fading(at, length, loudness) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context.destination);
  return gain;
}

/** Plays a sound by its name at the volume of this name. */
export function play(name, volume) {
  const loudness = LOUDNESS[volume];
  if (!loudness || !(name in SOUNDS)) return;
  context ??= new AudioContext();
  wood ??= noise();
  context.resume();
  for (const [begin, pitch, falls, length, knock] of SOUNDS[name]) {
    const at = context.currentTime + begin;
    const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(falls, at + length);
    tone.connect(fading(at, length, loudness));
    tone.start(at);
    tone.stop(at + length + 0.05);
    if (knock) {
      const hit = new AudioBufferSourceNode(context, { buffer: wood });
      const body = new BiquadFilterNode(context, { type: "bandpass", frequency: 5 * pitch, Q: 0.9 });
      hit.connect(body).connect(fading(at, KNOCK, loudness * knock));
      hit.start(at);
    }
  }
}
