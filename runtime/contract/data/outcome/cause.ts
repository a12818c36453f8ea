/**
 * Cause of a fault, if a rule knows more than the clause and the values show. Findings with the same cause
 * are grouped, whichever rule or operation found them.
 */
export type Cause =
  /** The server as a whole does it: it lets anybody in, or answers a status that no operation documents. */
  | { readonly kind: 'everywhere'; readonly what: string }
  /** An operation's answers begin but never end, whichever rule waits for them. */
  | { readonly kind: 'unending' }
  /**
   * A member that is lost, or is kept although it should be removed. Several with the same behaviour are one
   * cause: a server that changes only the members it is sent.
   */
  | { readonly kind: 'member'; readonly name: string; readonly behaviour?: string }
  /**
   * The server does not check something at all: types, or whose an item is. A single case is separate,
   * several are one cause. `isGuess`: known only from a random request that was accepted.
   */
  | { readonly kind: 'unvalidated'; readonly what: string; readonly isGuess?: true }
  /** A value that the schema allows but callers seldom send, in any member. */
  | { readonly kind: 'odd value' }
  /**
   * A value in another form than documented: null for a text, a time without its zone. Several are one cause,
   * in the code that writes answers or in the document.
   */
  | { readonly kind: 'form'; readonly what: string }
