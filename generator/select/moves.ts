import { valueAt } from '@concordat/runtime/json'
import { stepsOf } from '@concordat/runtime/pointer'

/** Nodes that moved because others were removed, as a map from new JSON Pointers to old ones. */
export class MovedNodes {
  readonly #oldByNew: ReadonlyMap<string, string>

  constructor(oldByNew: ReadonlyMap<string, string>) {
    this.#oldByNew = oldByNew
  }

  /** A node's old pointer. */
  origin(pointer: string): string {
    for (const [now, before] of this.#oldByNew)
      if (isAtOrBelow(pointer, now)) return before + pointer.slice(now.length)
    return pointer
  }

  /**
   * Current pointers of the nodes at these old pointers, or of their parts that were moved. Removed nodes are
   * omitted.
   */
  kept(pointers: readonly string[], document: object): readonly string[] {
    const moved = [...this.#oldByNew]
    return pointers.flatMap((pointer) => {
      const own = moved.flatMap(([now, before]) =>
        isAtOrBelow(pointer, before)
          ? [now + pointer.slice(before.length)]
          : isAtOrBelow(before, pointer)
            ? [now]
            : [],
      )
      const isStill = valueAt(document, stepsOf(pointer)) !== undefined && !pointer.startsWith('#/tags/')
      return isStill ? [pointer, ...own] : own
    })
  }
}

function isAtOrBelow(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`)
}
