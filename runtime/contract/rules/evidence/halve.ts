/** The remaining things, and their answer; no answer if not even half of them were enough. */
interface Half<Thing, Answer> {
  readonly left: readonly Thing[]
  readonly found?: Answer
}

/**
 * Finds the one of several things that causes an answer: asks with half of them, then half of those, as long
 * as one half causes it.
 * @param ask Resolves to the answer if it is still the same.
 */
export async function halveToCause<Thing, Answer>(
  things: readonly Thing[],
  ask: (some: readonly Thing[]) => Promise<Answer | undefined>,
): Promise<Half<Thing, Answer>> {
  let known: Half<Thing, Answer> = { left: things }
  while (known.left.length > 1) {
    const half = known.left.slice(0, Math.ceil(known.left.length / 2))
    const rest = known.left.slice(half.length)
    const first = await ask(half)
    const found = first ?? (await ask(rest))
    if (found === undefined) break
    known = { left: first === undefined ? rest : half, found }
  }
  return known
}
