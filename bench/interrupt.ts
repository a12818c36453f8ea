/**
 * Turns Ctrl+C and a request to end into an abort, so that children are ended and temporary folders removed.
 * Call it once per process.
 */
export function onInterrupt(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => controller.abort(new Error(`Ended by ${name}.`)))
  return controller.signal
}
