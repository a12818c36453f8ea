import { counted } from '../../../lexicon/lexicon.ts'
import { dangerWords } from './danger.ts'
import type { GivenPathValue, Reason, ReasonKind } from './reason.ts'
import { quotedNames } from './said.ts'

/** Names for operations in a reason: the operationId, or "the operation" for the check's own operation. */
interface Naming {
  readonly name: (operationId: string) => string
  /** The operation's name as a command-line argument; "ID" for the check's own operation. */
  readonly argument: (operationId: string) => string
}

type Words = {
  readonly [Kind in ReasonKind]: (reason: Reason<Kind>, naming: Naming) => string
}

const WORDS: Words = {
  said: ({ words }) => words,
  ended: ({ why }) => `the run ended early: ${why}`,
  'requests used': ({ most }) =>
    `the run used its maximum of ${counted(most, 'request')}, or reserved the rest for reading the lists again`,
  'left out': () => 'the configuration excludes it',
  'not requested': () => 'it was not requested',
  'budget used': ({ whole }) =>
    `the check needs more requests than are left of the budget of ${counted(whole, 'request')} per operation`,
  'never came back': ({ what, why }) => `${what} ${why}`,
  'worker lost': ({ why, cause }) => `it ${why}: ${LOSSES[cause]}`,
  'rule given up': ({ rule, why, operations }) =>
    `${rule} was not tried on the other operations, because it failed on ${counted(operations, 'operation')}; on the last of these, it ${why}`,
  'too slow': ({ operation, of, count }, { name }) =>
    of === 'answers'
      ? `${name(operation)} did not finish a response in time`
      : `${name(operation)} did not respond to any of ${count} requests in time`,
  'waits elsewhere': ({ operation, host }, { name }) =>
    `${name(operation)} did not respond in time, perhaps because it waited for the server ${host}, which the request names`,
  'waits for event': ({ operation }, { name }) =>
    `${name(operation)} did not begin a response in time, perhaps because it waited for an event`,
  'circular need': ({ circle: [first = '', ...rest] }) =>
    `"${first}" needs ${[...rest, first].map((name) => `"${name}"`).join(', which needs ')}`,

  'no other tenant': ({ setting }) =>
    `the run has no credential of another tenant; provide one with ${setting}`,
  'other tenant refused': ({ setting }) =>
    `the server rejects the other tenant's credential (${setting}) with 401`,
  'perhaps open': ({ setting }) =>
    `the run has no credential, and the server has not asked for one, so its authentication might be switched off; provide one with ${setting} or CONCORDAT_KEY`,
  'header wanted': ({ status, isGiven, isEverywhere, setting }) =>
    isEverywhere
      ? `the server rejects every request (${status})${isGiven ? ", even with the run's credential" : ', and the run has no credential'}; pass the required header with ${setting} "NAME: VALUE"`
      : isGiven
        ? `the operation returns ${status} even with the run's credential, although the document requires none; pass the required header with ${setting} "NAME: VALUE"`
        : `the operation returns ${status}, and the run has no credential; pass one in a header with ${setting} "NAME: VALUE"`,
  'credential missing': ({ schemes, variables }) =>
    `the operation needs a credential for ${quotedNames(schemes)}, but the run has none; set ${variables.join(' and ')}`,
  'credential refused': ({ schemes }) =>
    `the server rejects the credential for ${quotedNames(schemes)} with 401; provide a valid one`,
  'credential too weak': ({ schemes }) =>
    `the operation rejects every request with the credential for ${quotedNames(schemes)}; provide one with more permissions`,
  'refused to the run': () => "the server rejects the run's credential",
  'no chosen scopes': ({ setting }) =>
    `no setting provides a key with chosen scopes; set ${setting} to a command that prints one for {scopes}, or configure the "scoped" identity`,
  'no scopes asked for': () => 'the credentials in use need no scopes',
  'refused anyhow': ({ operation, status }, { name }) =>
    `${name(operation)} returned ${status}, as it would have with the credential`,

  'left alone': ({ danger, ...objection }, { argument }) =>
    `left alone, because ${dangerWords(danger)}; ${permitWords(objection, argument)}`,
  skipped: ({ operation }, { name }) => `the check needs ${name(operation)}, which is skipped`,
  'would delete': ({ method, path, operation, setting }, { argument }) =>
    `${method} ${path} might delete items that the run did not create${setting === undefined ? '' : `; allow it with ${setting} ${argument(operation)}`}`,
  'would change': ({ method, path, template, setting }) =>
    template === undefined
      ? `${method} ${path} might change items that the run did not create; allow it with ${setting}`
      : `${method} ${path} might change the item that {${template}} identifies, which the run did not create; allow it with ${setting}`,
  'reads only': ({ method }) => `the check would send ${method}, but the run only reads`,
  'method untried': ({ setting }) =>
    setting === undefined
      ? 'the responses to undocumented methods of the path prove nothing'
      : `an undocumented method might change existing data; if you can afford to break the server, add ${setting}`,

  'not removable': ({ resource, operation, status }, { name }) =>
    `${name(operation)} does not remove the run's items (${status}), so the run creates no more items of "${resource}"`,
  'name ignored': ({ operation, status }, { name }) =>
    `${name(operation)} returned ${status} for an item that does not exist, so the run does not send it again with such a name`,
  'unproved removal': ({ operation, isWrong }, { name }) =>
    isWrong
      ? `${name(operation)} removed more items than the request named, so the run does not send it again`
      : `${name(operation)} takes a list of items, and no list on the server can show whether it removes only those`,
  'nothing creates': ({ resource }) => `no operation creates an item of "${resource}"`,
  'nothing shows': ({ resource }) => `no response shows an item of "${resource}" after its creation`,
  'no resource': ({ operation }, { name }) => `${name(operation)} belongs to no resource`,
  'no identifier': ({ operation }, { name }) =>
    `${name(operation)} responded without an identifier for the created item`,
  'no such member': ({ resource, member }) =>
    `an item of "${resource}" has no "${member}" that is valid in a path`,
  'none listed': ({ because, operation, shows }, naming) =>
    `${wordsOf(because, naming)}, and ${SHOWN[shows](naming.name(operation))}`,
  'none handed over': ({ because, item, used, absent, setting }, naming) =>
    used + absent > 0
      ? `${wordsOf(because, naming)}; expendable items used up: ${used}, not found: ${absent}; list more of the form "${item}" in ${setting} or in "expendable" in the configuration`
      : `${wordsOf(because, naming)}; list existing items that the run may use up, as paths of the form "${item}", in ${setting} or in "expendable" in the configuration`,
  'no item': ({ because, given }, naming) => `${wordsOf(because, naming)}; ${settingWords(given)}`,
  'no path value': ({ operation, parameter, given }, { name }) =>
    `path parameter "${parameter}" of ${name(operation)} has no value; ${settingWords(given)}`,
  'no value taken': ({ parameter, given }) =>
    `the server accepted no value for "${parameter}"; ${given === undefined ? 'add an example for it to the document' : settingWords(given)}`,
  'nothing to refer to': ({ member, resource, because }, naming) =>
    `"${member}" must name an item of "${resource}", but the run has none: ${wordsOf(because, naming)}; set pathParameters["${member}"] to the id of an existing one`,
  'misnamed item': ({ text, parameter, issue }) =>
    `"${text}" identifies the item, but the path parameter "${parameter}" ${issue}`,
  'no request': ({ operation }, { name }) => `the run could not create a request for ${name(operation)}`,
  unsendable: ({ why }) => clauseOf(why),
  unmakeable: ({ why, needsExample }) =>
    needsExample === true ? `${why}; add an example to the document` : why,
  'no JSON body': ({ operation }, { name }) => `${name(operation)} accepts no JSON body`,

  answered: ({ operation, status, words = '', lacks = [] }, naming) =>
    [
      `${naming.name(operation)} returned ${status} ${words}`.trim(),
      ...lacks.map((lack) => wordsOf(lack, naming)),
    ].join('; '),
  'answered after': ({ operation, status, after }, { name }) =>
    `${name(operation)} returned ${status} after ${name(after)}`,
  'answered so anyway': ({ operation, status, words }, { name }) =>
    `${`${name(operation)} returned ${status} ${words}`.trim()}, even for a valid request`,
  'no success documented': ({ operation, status }, { name }) =>
    `${name(operation)} returned ${status}, but the document lists no success status for it`,
  'state may refuse': ({ operation, status, words }, { name }) =>
    `${name(operation)} returned ${status} for a valid request, perhaps because of the server's state or data${excerptOf(words)}`,
  'failure told': ({ operation, status, words }, { name }) =>
    `${name(operation)} returned ${status}, but the content says that the request failed${excerptOf(words)}`,
  'guesses refused': ({ operation, status, words }, { name }) =>
    `${name(operation)} returned ${status} for every generated body${excerptOf(words)}`,
  'data may refuse': ({ operation, status, words }, { name }) =>
    `${name(operation)} returned the documented ${status}; the request only identifies an item, so the item's data might be the reason${excerptOf(words)}`,
  'given value absent': ({ operation, status, value }, { name }) =>
    `${name(operation)} returned ${status} for the given "${value}", which might exist only for other operations; provide a value that exists for this operation`,
  'no longer listed': ({ operation, status }, { name }) =>
    `${name(operation)} returned ${status} for an item that is no longer listed`,
  'made up or shown': ({ operation, status }, { name }) =>
    `${name(operation)} returned ${status} for a path value that is made up or comes only from the document; provide one that exists`,
  'made up': ({ operation, status }, { name }) =>
    `${name(operation)} returned ${status} for made-up ids, and the run could not create real ones`,
  'member names nothing': ({ operation, status, member }, { name }) =>
    `${name(operation)} returned ${status} for a body with "${member}", probably because this property must name an existing item`,
  'only retires': ({ operation }, { name }) =>
    `the name or summary of ${name(operation)} says that the item is not removed`,
  'not done yet': ({ operation }, { name }) =>
    `${name(operation)} returned 202 and might not be finished yet`,
  'no HEAD': ({ status }) => `HEAD returns ${status}`,
  'HEAD documented': ({ status }) =>
    `the document describes HEAD as its own operation, which returns ${status}`,
  'fields refused': ({ operation, members }, { name }) =>
    `${name(operation)} rejected changes to ${quotedNames(members)}`,
  'creates no more': ({ items, operation, status }, { name }) =>
    `${items === 0 ? 'there is no item, and creating one' : 'there is only one item, and creating another'} failed: ${name(operation)} returned ${status}`,
  'not JSON': ({ operation }, { name }) => `${name(operation)} returned something other than JSON`,
  'not a list': ({ operation }, { name }) => SHOWN['no list'](name(operation)),
  'another item': ({ operation }, { name }) => `${name(operation)} returns another item`,
  'another kind': ({ operation }, { name }) => `${name(operation)} returns a different kind of item`,
  'does not show its item': ({ operation }, { name }) =>
    `${name(operation)} does not return the item that it should contain`,
  'does not show the item': ({ operation }, { name }) => `${name(operation)} does not return the item`,
  'no member names it': ({ resource }) =>
    `no response contains an identifier of "${resource}" that can be compared`,
  'not readable alone': () => 'no operation reads a single item of the list',
  'too many pages': ({ operation }, { name }) => `${name(operation)} has too many pages to compare`,
  'always more': ({ operation }, { name }) => `${name(operation)} returns more items on each read`,
  'too few items': ({ operation, items }, { name }) =>
    `${name(operation)} lists ${items === 0 ? 'nothing, and no operation creates an item' : 'only one item, and no operation creates another'}`,

  'nothing compared': () => 'no response contains anything to compare',
  'nothing shown by both': ({ operation, other }, { name }) =>
    `${name(operation)} and ${name(other)} have no common property that can be compared`,
  'found again': ({ operation }, { name }) => `${name(operation)} returns an item that existed before`,
  'nothing shown of it': ({ operation }, { name }) =>
    `${name(operation)} returns none of the values to compare`,
  'answers vary': ({ operation }, { name }) =>
    `${name(operation)} responds to the same request differently each time`,
  'no edge value': () => 'there is no boundary value to test',
  'unchecked anyhow': ({ operation }, { name }) =>
    `${name(operation)} accepts even obviously invalid values, so accepting one that looks valid proves nothing`,
  'nothing made': ({ operation }, { name }) => `${name(operation)} does not identify the item it created`,
  'nothing shows the rest': ({ operation }, { name }) =>
    `no operation returns the items that ${name(operation)} should not change`,
  'nothing shown to change': ({ operation }, { name }) =>
    `${name(operation)} cannot change any property that a read returns`,
  'nothing at random': ({ operation }, { name }) =>
    `${name(operation)} has no parameter or property that accepts arbitrary values`,
  'nothing optional with default': () => 'no optional property has a default',
  'nothing offered': () => 'other rules already test everything that the document offers',
  'nobody to ask for': () => 'there is no item to read',
  'no lookalike': () => 'no invalid value looks like a valid one',
  'no wrong value': () => 'no value is certain to violate a constraint',
  'no other read-only value': () => 'no read-only property can have another value',
  'no odd value': () =>
    'the operation has no unrestricted string or integer to replace with an unusual value',
  'no effect': ({ operation }, { name }) => `the document states no effect of ${name(operation)}`,
  'all names known': ({ operation }, { name }) =>
    `the path parameters of ${name(operation)} accept only known values`,
  'nothing of a tenant': ({ operation }, { name }) =>
    `${name(operation)} has no path parameter or reference that is known to identify a tenant's data`,
  "perhaps everybody's": ({ operation }, { name }) =>
    `${name(operation)} might concern data that belongs to all tenants`,
}

const LOSSES = {
  memory: 'the document or a response is too large for it, or Concordat has a bug',
  loop: 'Concordat or a function in the configuration has an endless loop, or the document causes one',
} as const

const SHOWN = {
  'no list': (name: string) => `the run did not recognize the response of ${name} as a list`,
  nothing: (name: string) => `${name} lists no items`,
  'nothing named': (name: string) => `${name} lists no items that a path could identify`,
} as const

/** Words that continue "not run, because". @param own The operationId that is written as "the operation". */
export function reasonWords(reason: Reason, own?: string): string {
  return wordsOf(reason, {
    name: (operationId) => (operationId === own ? 'the operation' : operationId),
    argument: (operationId) => (operationId === own ? 'ID' : operationId),
  })
}

/**
 * Tells users how to let the run send a request that it omits by default. The words form the end of a
 * sentence.
 */
export function permitWords(
  { operation, setting, isBreakable }: Omit<Reason<'left alone'>, 'kind' | 'danger'>,
  argument: Naming['argument'] = (operationId) => operationId,
): string {
  if (setting === '--disposable') return `if you can afford to break the server, add ${setting}`
  const permit = `allow it with ${setting} ${argument(operation)}`
  return isBreakable ? `${permit}, or --disposable if you can afford to break the server` : permit
}

function wordsOf<Kind extends ReasonKind>(reason: Reason<Kind>, naming: Naming): string {
  return WORDS[reason.kind](reason, naming)
}

function settingWords({ name, setting }: GivenPathValue): string {
  return `set ${setting}, or pathParameters["${name}"], to an existing value`
}

/** An excerpt from a response, to be appended to a sentence after a colon; empty if the excerpt is empty. */
function excerptOf(words: string): string {
  return words === '' ? '' : `: ${words}`
}

/**
 * A sentence as a clause: without its period, and with its first letter in lower case unless the sentence
 * begins with a name.
 */
function clauseOf(sentence: string): string {
  const words = sentence.replace(/\.$/, '')
  return /^[A-Z][a-z]* /.test(words) ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words
}
