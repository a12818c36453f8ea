/** The things that are left, and the answer that they got; no answer if not even half of them were enough. */
interface Half<Thing, Answer> {
  readonly left: readonly Thing[]
  readonly found?: Answer
}

/**
 * Looks for the one of several things that an answer is about: asks with half of them, and half of that, as
 * long as one half is enough.
 * @param ask Resolves to the answer where it is still the one that is looked for.
 */
export async function halve<Thing, Answer>(
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
