import { settings } from './settings';

/** Tones, one after the other, in hertz; and the vibration, alternately on and off, in milliseconds. */
const SIGNALS = {
  enter: { tones: [660], buzz: [10] },
  switch: { tones: [440], buzz: [15] },
  conflict: { tones: [196, 165], buzz: [40, 30, 40] },
  solved: { tones: [523, 659, 784, 1047], buzz: [60, 40, 60, 40, 120] },
} as const;

/** Duration of a tone, in seconds. */
const TONE = 0.1;

let audio: AudioContext | undefined;

export function feedback(kind: keyof typeof SIGNALS): void {
  const { tones, buzz } = SIGNALS[kind];
  if (settings.value.vibration) navigator.vibrate?.([...buzz]);
  if (!settings.value.sound) return;
  const context = (audio ??= new AudioContext());
  tones.forEach((frequency, index) => {
    const start = context.currentTime + index * TONE;
    const oscillator = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0.15 });
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + TONE);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + TONE);
  });
}
