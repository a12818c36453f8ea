/**
 * Cause of a fault, as far as a rule knows more than the clause and the values tell: findings that share one
 * are one, whichever rule or operation met it.
 */
export type Cause =
  /** The server as a whole does it: it lets anybody in, it answers a status that no operation documents. */
  | { readonly kind: 'everywhere'; readonly what: string }
  /** An operation's answers begin and never end, whichever rule waits for one. */
  | { readonly kind: 'unending' }
  /**
   * A member that is not kept, or is kept where it should go. Several of one behaviour are one: a server that
   * changes only what it is sent.
   */
  | { readonly kind: 'member'; readonly name: string; readonly behaviour?: string }
  /**
   * It does not look at something at all: at types, at whose item it is. A single one is a matter of its own,
   * several are one. A guess says no more than that a request at random was taken.
   */
  | { readonly kind: 'unvalidated'; readonly what: string; readonly isGuess?: true }
  /** A value that the schema allows and that callers seldom send, in whichever member. */
  | { readonly kind: 'odd value' }
  /**
   * A value in another form than the documented one: null for a text, a time without its zone. Several are
   * one, of what writes answers or the document.
   */
  | { readonly kind: 'form'; readonly what: string }
