// Two soft notes: it is your turn.
const NOTES = [523.25, 659.25];

export function callToTurn(): void {
  const context = new AudioContext();
  for (const [index, pitch] of NOTES.entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const begin = context.currentTime + index * 0.18;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.4);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + 0.4);
  }
}
