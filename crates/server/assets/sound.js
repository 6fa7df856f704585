// Sounds for those who wish for them. They tell nothing that is not also shown and said.

// Each sound: pitch in hertz, when it begins and how long it lasts, in seconds.
const SOUNDS = {
  move: [[440, 0, 0.08]],
  capture: [[330, 0, 0.08], [247, 0.09, 0.12]],
  alarm: [[660, 0, 0.09], [660, 0.14, 0.09]],
  end: [[392, 0, 0.14], [523, 0.15, 0.14], [659, 0.3, 0.28]],
};
const LOUDNESS = { low: 0.05, medium: 0.12, high: 0.25 };

let context = null;

/** Plays a sound by its name at the volume of this name. */
export function play(name, volume) {
  const loudness = LOUDNESS[volume];
  if (!loudness || !(name in SOUNDS)) return;
  context ??= new AudioContext();
  context.resume();
  for (const [pitch, begin, length] of SOUNDS[name]) {
    const at = context.currentTime + begin;
    const tone = new OscillatorNode(context, { type: "triangle", frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    // Rising and falling softly, because a tone that is cut off clicks.
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}
