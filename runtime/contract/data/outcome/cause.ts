/**
 * A behavior of a server. Equal behaviors are one cause. Reports compare them, but do not show them.
 */
interface Behaviour {
  /** A constant, which never contains a value. */
  readonly what: string
  /** Values that tell behaviors with the same `what` apart, such as a status. Default: none. */
  readonly of?: readonly (string | number)[]
}

/**
 * Cause of a fault, if a rule knows more about the fault than the clause and the values reveal. Findings with
 * the same cause are grouped, no matter which rule or operation found them.
 */
export type Cause =
  /**
   * The cause is the server as a whole: for example, it lets anybody in, or returns a status that no
   * operation documents.
   */
  | ({ readonly kind: 'everywhere' } & Behaviour)
  /** An operation's responses begin but never end, no matter which rule waits for them to end. */
  | { readonly kind: 'unending' }
  /**
   * A property is lost, or is kept although it should be removed. Properties with the same behavior share one
   * cause, such as a server that changes only the properties it is sent.
   */
  | { readonly kind: 'member'; readonly name: string; readonly behaviour?: string }
  /**
   * The server does not check something at all, such as types, or which user owns an item. A single case is
   * reported by itself; several cases are grouped under one cause. `isGuess` is true if the only evidence is
   * that a random request was accepted.
   */
  | ({ readonly kind: 'unvalidated'; readonly isGuess?: true } & Behaviour)
  /** The cause is a value, in any property, that the schema allows but callers seldom send. */
  | { readonly kind: 'odd value' }
  /**
   * A value has a form other than the documented one, such as null for a string, or a time without its zone.
   * Several such values have one cause, either in the code that writes responses or in the document.
   */
  | ({ readonly kind: 'form' } & Behaviour)

/** A key that equal behaviors share. */
export function behaviourKey({ what, of = [] }: Behaviour): readonly unknown[] {
  return [what, ...of]
}
