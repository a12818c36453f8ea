import { dangerWords } from './danger.ts'
import type { GivenPathValue, Reason, ReasonKind } from './reason.ts'

/** Operation names: an operationId, or "the operation" for the check's own operation. */
interface Naming {
  readonly name: (operationId: string) => string
  /** The operation's name as an argument on a command line. */
  readonly argument: (operationId: string) => string
}

type Words = {
  readonly [Kind in ReasonKind]: (reason: Reason<Kind>, naming: Naming) => string
}

const WORDS: Words = {
  said: ({ words }) => words,
  ended: ({ why }) => `the run ended early: ${why}`,
  'requests used': ({ most }) => `the run had sent its ${most} requests`,
  'left out': () => 'the configuration leaves it out',
  'not requested': () => 'it was not requested',
  'budget used': ({ whole }) => `the other rules used all ${whole} requests`,
  'never came back': ({ what, why }) => `${what} ${why}`,
  'worker lost': ({ why, cause }) => `it ${why}: ${LOSSES[cause]}`,
  'rule given up': ({ rule, why, operations }) =>
    `${rule} ${why} on ${operations} operations, and was not tried on others`,
  'too slow': ({ operation, of, count }, { name }) =>
    of === 'answers'
      ? `${name(operation)} did not end a response in time`
      : `${name(operation)} responded to none of ${count} requests in time`,
  'circular need': ({ circle: [first = '', ...rest] }) =>
    `"${first}" needs ${[...rest, first].map((name) => `"${name}"`).join(', which needs ')}`,

  'no other tenant': ({ setting }) => `there is no credential of another tenant; set ${setting} to one`,
  'other tenant refused': ({ setting }) =>
    `the credential of another tenant (${setting}) is refused with 401`,
  'perhaps open': ({ setting }) =>
    `no credential is given, and the server has asked for none, so its authentication may be switched off; give one with ${setting} or CONCORDAT_KEY`,
  'header wanted': ({ status, isGiven, setting }) =>
    isGiven
      ? `it returns ${status} even with the given credential, although the document requires none there; give the header that the server requires: ${setting} "NAME: VALUE"`
      : `it returns ${status}, and no credential is given; give the header that carries one: ${setting} "NAME: VALUE"`,
  'credential missing': ({ schemes, variables }) =>
    `it needs a credential for ${quoted(schemes)}, but none is given; set ${variables.join(' and ')}`,
  'credential refused': ({ schemes }) =>
    `the credential of ${quoted(schemes)} is refused with 401; give a valid one`,
  'credential too weak': ({ schemes }) =>
    `every request with the credential of ${quoted(schemes)} got 403 there; give one with more rights`,
  'refused to the run': () => 'its credential is refused',
  'no chosen scopes': ({ setting }) =>
    `no setting gives a key with chosen scopes; set ${setting} to a command that prints one for {scopes}, or configure the identity "scoped"`,
  'no scopes asked for': () => 'the credentials in use need no scopes',
  'refused anyhow': ({ operation, status }, { name }) =>
    `${name(operation)} answered ${status}, and would have done so with the credential too`,

  'left alone': ({ danger, ...objection }, { argument }) =>
    `left alone, because ${dangerWords(danger)}; ${permitWords(objection, argument)}`,
  skipped: ({ operation }, { name }) => `it needs ${name(operation)}, which is skipped`,
  'would delete': ({ method, path, operation, setting }, { argument }) =>
    `${method} ${path} would delete items that the run did not create${setting === undefined ? '' : `; allow it with ${setting} ${argument(operation)}`}`,
  'would change': ({ method, path, template, setting }) =>
    template === undefined
      ? `${method} ${path} would change items that the run did not create; allow it with ${setting}`
      : `${method} ${path} would change the item that {${template}} names, which the run did not create; allow it with ${setting}`,
  'reads only': ({ method }) => `it would send ${method}, and the run only reads`,
  'method untried': ({ setting }) =>
    setting === undefined
      ? 'no undocumented method of the path could be tried'
      : `an undocumented method might change existing data; on a server that may break, add ${setting}`,

  'not removable': ({ resource, operation, status }, { name }) =>
    `${name(operation)} does not remove items of the run (${status}), so it creates no more of "${resource}"`,
  'nothing creates': ({ resource }) => `no operation creates an item of "${resource}"`,
  'nothing shows': ({ resource }) => `no operation shows an item of "${resource}" again`,
  'no resource': ({ operation }, { name }) => `${name(operation)} belongs to no resource`,
  'no identifier': ({ operation }, { name }) =>
    `${name(operation)} responded without an identifier of the created item`,
  'no such member': ({ resource, member }) => `an item of "${resource}" has no "${member}"`,
  'none listed': ({ because, operation, shows }, naming) =>
    `${wordsOf(because, naming)}, and ${SHOWN[shows](naming.name(operation))}`,
  'none handed over': ({ because, item, used, absent, setting }, naming) =>
    used + absent > 0
      ? `${wordsOf(because, naming)}; ${used} expendable items are used up and ${absent} were not found: set ${setting}, or expendable, to more, such as "${item}"`
      : `${wordsOf(because, naming)}; set ${setting}, or expendable, to paths of expendable items, such as "${item}"`,
  'no item': ({ because, given }, naming) => `${wordsOf(because, naming)}; ${settingWords(given)}`,
  'no path value': ({ operation, parameter, given }, { name }) =>
    `path parameter "${parameter}" of ${name(operation)} has no value; ${settingWords(given)}`,
  'no value taken': ({ parameter, given }) =>
    `no value for "${parameter}" was accepted: ${given === undefined ? 'give it an example in the document' : settingWords(given)}`,
  'nothing to refer to': ({ member, resource, because }, naming) =>
    `"${member}" names an item of "${resource}", but there is none: ${wordsOf(because, naming)}; set pathParameters["${member}"] to one that exists`,
  'misnamed item': ({ text, parameter, issue }) =>
    `the item is called "${text}", but the path parameter "${parameter}" ${issue}`,
  'no request': ({ operation }, { name }) => `no request could be made for ${name(operation)}`,
  unsendable: ({ why }) => why,
  unmakeable: ({ why, needsExample }) =>
    needsExample === true ? `${why}. Fix: give it an example in the document` : why,
  'no JSON body': ({ operation }, { name }) => `${name(operation)} takes no JSON body`,

  answered: ({ operation, status, words = '', lacks = [] }, naming) =>
    [
      `${naming.name(operation)} answered ${status} ${words}`.trim(),
      ...lacks.map((lack) => wordsOf(lack, naming)),
    ].join('; '),
  'answered after': ({ operation, status, after }, { name }) =>
    `${name(operation)} answered ${status} after ${name(after)}`,
  'answered so anyway': ({ operation, status, words }, { name }) =>
    `${name(operation)} answered ${status} ${words}, to a valid request as well`,
  'no success documented': ({ operation, status }, { name }) =>
    `${name(operation)} answered ${status}, but the document has no success status`,
  'state may refuse': ({ operation, status, words }, { name }) =>
    `${name(operation)} answered ${status} to a valid request, perhaps because of the state of the item: ${words}`,
  'failure told': ({ operation, status, words }, { name }) =>
    `${name(operation)} answered ${status}, but its content says that the request failed: ${words}`,
  'guesses refused': ({ operation, status, words }, { name }) =>
    `${name(operation)} answered ${status} to every body that was made for it: ${words}`,
  'data may refuse': ({ operation, status, words }, { name }) =>
    `${name(operation)} answered the documented ${status} to a request that only names an item, perhaps because of its data: ${words}`,
  'given value absent': ({ operation, status, value }, { name }) =>
    `${name(operation)} answered ${status} to the given "${value}", which may exist only for other operations; give one that this operation knows`,
  'made up or shown': ({ operation, status }, { name }) =>
    `${name(operation)} answered ${status} to a path with a made-up name, or one that only the document shows; give one that exists`,
  'made up': ({ operation, status }, { name }) =>
    `${name(operation)} answered ${status} to made-up ids, and no real ones could be created`,
  'member names nothing': ({ operation, status, member }, { name }) =>
    `${name(operation)} answered ${status} to a body with "${member}", which may need to refer to something that exists`,
  'not done yet': ({ operation }, { name }) => `${name(operation)} answered 202 and may not be done yet`,
  'no HEAD': ({ status }) => `HEAD is answered with ${status}`,
  'fields refused': ({ operation, members }, { name }) => `${name(operation)} refused ${members.join(', ')}`,
  'creates no more': ({ items, operation, status }, { name }) =>
    `there are ${items} items, and ${name(operation)} answered ${status}`,
  'not JSON': ({ operation }, { name }) => `${name(operation)} answered with something other than JSON`,
  'not a list': ({ operation }, { name }) => SHOWN['no list'](name(operation)),
  'another item': ({ operation }, { name }) => `${name(operation)} returns another item`,
  'another kind': ({ operation }, { name }) => `${name(operation)} returns an item of another kind`,
  'does not show its item': ({ operation }, { name }) =>
    `${name(operation)} does not show the item created for it`,
  'does not show the item': ({ operation }, { name }) => `${name(operation)} does not show the item`,
  'no member names it': ({ resource }) =>
    `no property of the response is known to identify an item of "${resource}"`,
  'not readable alone': () => 'no operation reads a single item',
  'too many pages': ({ operation }, { name }) => `${name(operation)} has too many pages to compare`,
  'always more': ({ operation }, { name }) => `${name(operation)} shows more items with each read`,
  'too few items': ({ operation, items }, { name }) =>
    `${name(operation)} lists ${items === 0 ? 'nothing' : 'only one item'}, and no operation creates more`,

  'nothing compared': () => 'no response contains anything to compare',
  'nothing shown by both': ({ operation, other }, { name }) =>
    `${name(operation)} and ${name(other)} show no member that can be compared`,
  'found again': ({ operation }, { name }) => `${name(operation)} returns an item that existed before`,
  'nothing shown of it': ({ operation }, { name }) => `${name(operation)} shows none of the values sent`,
  'answers vary': ({ operation }, { name }) =>
    `${name(operation)} answers the same request differently each time`,
  'no edge value': () => 'no property has a value at the edge of its schema',
  'unchecked anyhow': ({ operation }, { name }) =>
    `${name(operation)} also accepts values there that do not look valid`,
  'nothing made': ({ operation }, { name }) => `${name(operation)} does not name the item it created`,
  'nothing shows the rest': ({ operation }, { name }) =>
    `no operation shows the items that ${name(operation)} should not change`,
  'nothing shown to change': ({ operation }, { name }) =>
    `${name(operation)} can change no property that a read shows`,
  'nothing at random': ({ operation }, { name }) =>
    `${name(operation)} has no parameter or property with free values`,
  'nothing optional with default': () => 'no optional property has a default',
  'nothing offered': () => 'the document offers nothing that other rules do not test',
  'nobody to ask for': () => 'there is no item to read',
  'no lookalike': () => 'no wrong value looks like a valid one',
  'no wrong value': () => 'no value is certain to break a constraint',
  'no other read-only value': () => 'no read-only property can have another value',
  'no odd value': () => 'it has no free string and no integer to replace by an odd value',
  'no effect': ({ operation }, { name }) => `${name(operation)} states no effect`,
  'all names known': ({ operation }, { name }) =>
    `the path parameters of ${name(operation)} have known values only`,
  'nothing of a tenant': ({ operation }, { name }) =>
    `no path parameter of ${name(operation)} identifies data of a tenant`,
  "perhaps everybody's": ({ operation }, { name }) =>
    `${name(operation)} may show data that belongs to all tenants: no operation creates any`,
}

const LOSSES = {
  memory: 'the document or a response is too large for it, or the suite has a bug',
  loop: 'the suite or a function in the configuration has an endless loop, or the document leads to one',
} as const

const SHOWN = {
  'no list': (name: string) => `the response to ${name} was not recognized as a list`,
  nothing: (name: string) => `${name} lists none`,
  'nothing named': (name: string) => `${name} lists none that a path could name`,
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
  if (setting === '--disposable') return `on a server that may break, add ${setting}`
  const permit = `allow it with ${setting} ${argument(operation)}`
  return isBreakable ? `${permit}, or --disposable if the server may break` : permit
}

function wordsOf<Kind extends ReasonKind>(reason: Reason<Kind>, naming: Naming): string {
  return WORDS[reason.kind](reason, naming)
}

function settingWords({ name, setting }: GivenPathValue): string {
  return `set ${setting}, or pathParameters["${name}"], to one that exists`
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' and ')
}
