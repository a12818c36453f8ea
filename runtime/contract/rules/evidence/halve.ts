/**
 * The remaining things and the response that they cause. The response is absent if neither half of all things
 * caused it.
 */
interface Half<Thing, Answer> {
  readonly left: readonly Thing[]
  readonly found?: Answer
}

/**
 * Finds which of several things cause a response. Tries half of them, then half of those, as long as one half
 * still causes it.
 * @param ask Resolves to the response if the given things cause it.
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
