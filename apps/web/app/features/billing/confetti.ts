/** Thrown once, over the whole window; loaded on demand. */
export async function throwConfetti(): Promise<void> {
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { default: confetti } = await import('canvas-confetti');
  const style = getComputedStyle(document.documentElement);
  const colors = ['--na-accent', '--na-text', '--na-text-3', '--na-rail'].map((name) => style.getPropertyValue(name).trim());
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', pointerEvents: 'none' });
  document.body.append(canvas);
  // No worker: it would be made from a blob, which the content security policy refuses.
  const fire = confetti.create(canvas, { resize: true, useWorker: false });
  await fire({ particleCount: 120, ticks: 120, spread: 90, startVelocity: 38, origin: { y: 0.35 }, colors });
  canvas.remove();
}
