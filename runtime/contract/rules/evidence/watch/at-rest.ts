/** Milliseconds between reads. A server's background work can continue after its response. */
const PAUSE_MS = 250
/** Number of consecutive equal reads that are unlikely to be a coincidence. */
const ALIKE = 3
const MOST_LOOKS = 5

/**
 * Calls `look` repeatedly, with short pauses and no other requests in between.
 * @param isLike True if two results show the same state.
 * @returns The last of several equal results in a row; `undefined` if the state keeps changing.
 */
export async function lookUntilAtRest<Seen>(
  look: () => Promise<Seen>,
  isLike: (seen: Seen, before: Seen) => boolean,
): Promise<Seen | undefined> {
  let seen = await look()
  let alike = 1
  for (let looks = 1; looks < MOST_LOOKS; looks++) {
    await pause()
    const next = await look()
    alike = isLike(next, seen) ? alike + 1 : 1
    seen = next
    if (alike === ALIKE) return seen
  }
  return undefined
}

/** Calls `look` twice, with a short pause and no other requests in between. */
export async function lookTwiceApart<Seen>(look: () => Promise<Seen>): Promise<readonly [Seen, Seen]> {
  const first = await look()
  await pause()
  return [first, await look()]
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
