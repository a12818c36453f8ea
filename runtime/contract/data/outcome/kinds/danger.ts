/** Wording for dangers that have no data. It continues "left alone, because". */
const PLAIN = {
  'issues tokens':
    'it issues or revokes tokens, and the run cannot invent the clients and grants that it needs',
  'ends a credential': 'its name suggests that it ends or replaces a credential, perhaps the one in use',
  'changes the caller': "it changes the caller's account",
  'ends a session': 'it might end the session in use',
  'marks by reading': 'its description says that it marks the items it reads',
  'makes nothing shown': 'it writes, but creates nothing that another operation reads or removes',
  'cannot be undone': 'no operation removes what it creates',
}

/** Wording for dangers that quote a word or name a method. */
const BY_WORD = {
  'reads and writes': (verb: string) => `"${verb}" in its name or path indicates that it does more than read`,
  'in force below': (segment: string) =>
    `"${segment}" in its path indicates that its items apply to everyone`,
  'in force': (thing: string) => `"${thing}" in its path indicates that its items apply to everyone`,
  'leaves by name': (word: string) => `"${word}" in its name or path suggests an effect outside the API`,
  'leaves by description': (word: string) =>
    `"${word}" in its description suggests an effect outside the API`,
  'leaves to address': (member: string) =>
    `it adds somebody by an address, "${member}", to which the server may send an invitation`,
  displaces: (word: string) => `"${word}" in its path suggests that its item takes the place of another one`,
  'undocumented method': (method: string) => `the document does not define ${method} for this path`,
}

/** A reason not to call an operation on a server with other users. */
export type Danger =
  | { readonly kind: keyof typeof PLAIN }
  | { readonly kind: keyof typeof BY_WORD; readonly word: string }

/** Continues "left alone, because". */
export function dangerWords(danger: Danger): string {
  return 'word' in danger ? BY_WORD[danger.kind](danger.word) : PLAIN[danger.kind]
}
