// Small sounds, synthesised. Silent until the first press of a button; never two at once, but for the deadline.
import { untrack } from "svelte";
import { prefs } from "./prefs.svelte";

type Sound = (audio: BaseAudioContext, out: AudioNode, at: number, step: number) => number;

/** Seconds. */
const LONGEST_HISS = 0.12;
const GAIN = 10 ** (-14 / 20);
let audio: AudioContext | null = null;
let master: GainNode | null = null;
let playing: GainNode | null = null;

/** Call once: the first press anywhere unlocks sound, as browsers ask for. */
export function startSound(): void {
  const unlock = () => {
    if (typeof AudioContext === "undefined" || audio) return;
    audio = new AudioContext();
    master = audio.createGain();
    master.gain.value = GAIN;
    master.connect(audio.destination);
  };
  addEventListener("pointerdown", unlock, { capture: true, once: true });
  addEventListener("keydown", unlock, { capture: true, once: true });
}

/** Play a sound; `step` raises "resolve" by semitones (1 to 8). */
export function play(name: SoundName, step = 1): void {
  if (!audio || !master || document.hidden || !untrack(() => prefs.sound)) return;
  if (audio.state === "suspended") void audio.resume();
  if (name !== "deadline") hush(audio.currentTime);
  const own = audio.createGain();
  own.connect(master);
  if (name !== "deadline") playing = own;
  const seconds = SOUNDS[name](audio, own, audio.currentTime, step);
  setTimeout(() => own.disconnect(), seconds * 1000 + 100);
}

/** The later sound wins. */
function hush(now: number): void {
  playing?.gain.setTargetAtTime(0, now, 0.01);
  playing = null;
}

function tone(audio: BaseAudioContext, out: AudioNode, at: number, hertz: number, seconds: number, { type = "sine" as OscillatorType, loud = 1, to = hertz } = {}): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = type;
  source.frequency.setValueAtTime(hertz, at);
  if (to !== hertz) source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + seconds + 0.02);
}

/** Noise as long as the longest sound of it, made once. */
let hiss: AudioBuffer | null = null;

function whiteNoise(audio: BaseAudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * LONGEST_HISS), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}

function noise(audio: BaseAudioContext, out: AudioNode, at: number, hertz: number, seconds: number, { loud = 1, type = "bandpass" as BiquadFilterType, to = hertz } = {}): void {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = hiss ??= whiteNoise(audio);
  filter.type = type;
  filter.frequency.setValueAtTime(hertz, at);
  if (to !== hertz) filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  source.connect(filter).connect(gain).connect(out);
  source.start(at, 0, seconds);
}

/** A fifth, struck twice. */
function bell(audio: BaseAudioContext, out: AudioNode, at: number, hertz: number): void {
  tone(audio, out, at, hertz, 0.12, { loud: 0.5 });
  tone(audio, out, at + 0.06, hertz * 1.5, 0.12, { loud: 0.5 });
}

const semitones = (hertz: number, n: number) => hertz * 2 ** (n / 12);

/** Each schedules itself and returns how many seconds it lasts. */
const SOUNDS = {
  card: (audio, out, at) => (noise(audio, out, at, 2400, 0.035, { loud: 1.6 }), 0.04),
  turn: (audio, out, at) => {
    noise(audio, out, at, 2400, 0.035, { loud: 1.6 });
    noise(audio, out, at + 0.04, semitones(2400, 3), 0.035, { loud: 1.6 });
    return 0.08;
  },
  yours: (audio, out, at) => {
    for (const [i, hertz] of [392, 587.33].entries()) {
      tone(audio, out, at + i * 0.09, hertz, 0.14, { loud: 0.8 });
      tone(audio, out, at + i * 0.09, hertz * 2, 0.1, { type: "triangle", loud: 0.15 });
    }
    return 0.25;
  },
  commit: (audio, out, at) => (tone(audio, out, at, 1100, 0.025), 0.03),
  resolve: (audio, out, at, step) => (tone(audio, out, at, semitones(420, step - 1), 0.06), 0.07),
  hit: (audio, out, at) => {
    tone(audio, out, at, 90, 0.18, { to: 45, loud: 1.6 });
    noise(audio, out, at, 900, 0.12, { loud: 0.5 });
    return 0.2;
  },
  pen: (audio, out, at) => (noise(audio, out, at, 3000 + 1200 * Math.random(), 0.06, { loud: 1.2, to: 4600 }), 0.07),
  coin: (audio, out, at) => (bell(audio, out, at, 1318.51), 0.2),
  palm: (audio, out, at) => (bell(audio, out, at, 880), 0.2),
  dice: (audio, out, at) => {
    for (let i = 0; i < 5; i++) noise(audio, out, at + Math.random() * 0.5, 2400, 0.035, { loud: 1.6 });
    tone(audio, out, at + 0.62, 1100, 0.025);
    return 0.68;
  },
  blast: (audio, out, at) => (noise(audio, out, at, 800, 0.5, { loud: 1.8, type: "lowpass", to: 80 }), 0.52),
  pay: (audio, out, at) => {
    for (const [i, hertz] of [1046.5, 1318.51, 1567.98].entries()) bell(audio, out, at + i * 0.11, hertz);
    return 0.45;
  },
  deadline: (audio, out, at) => (tone(audio, out, at, 880, 0.05, { loud: 0.6 }), 0.06),
  end: (audio, out, at) => {
    for (const [i, hertz] of [392, 493.88, 587.33, 783.99].entries()) tone(audio, out, at + i * 0.11, hertz, 0.26, { loud: 0.7 });
    return 0.62;
  },
  dropped: (audio, out, at) => (tone(audio, out, at, 440, 0.1, { loud: 0.5 }), tone(audio, out, at + 0.1, 330, 0.14, { loud: 0.5 }), 0.26),
  returned: (audio, out, at) => (tone(audio, out, at, 330, 0.1, { loud: 0.5 }), tone(audio, out, at + 0.1, 440, 0.14, { loud: 0.5 }), 0.26),
} satisfies Record<string, Sound>;

export type SoundName = keyof typeof SOUNDS;
