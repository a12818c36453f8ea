/** Milliseconds between looks: work that a server still does by itself takes longer than an answer. */
const PAUSE_MS = 250
/** Looks alike that are no chance, and looks after which nothing comes to rest any more. */
const ALIKE = 3
const MOST_LOOKS = 5

/**
 * Looks again and again, a little apart, with nothing sent in between.
 * @param isLike True if two looks show the same.
 * @returns The last of several looks in a row that show the same; `undefined` where what is seen changes by
 *   itself.
 */
export async function atRest<Seen>(
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

/** Looks twice, a little apart, with nothing sent in between. */
export async function twiceApart<Seen>(look: () => Promise<Seen>): Promise<readonly [Seen, Seen]> {
  const first = await look()
  await pause()
  return [first, await look()]
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
