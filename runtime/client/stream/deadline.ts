const timers = new WeakMap<AbortSignal, unknown>()

/** A time limit that can be canceled. For a stream, it covers only the response head. */
export function deadline(milliseconds: number): AbortSignal {
  const controller = new AbortController()
  const timer: unknown = setTimeout(() => controller.abort(), milliseconds)
  // Unreferences the timer, which would otherwise keep Node's process alive. On other platforms, the timer is
  // a number.
  if (timer instanceof Object && 'unref' in timer) (timer as { unref(): void }).unref()
  timers.set(controller.signal, timer)
  return controller.signal
}

export function liftDeadline(deadline: AbortSignal | undefined): void {
  if (deadline !== undefined) clearTimeout(timers.get(deadline) as number)
}
